"""Whether what the agent says is right: the REPLY checks, each of them pure, and `edgebharo bench reply`."""
