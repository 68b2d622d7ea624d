"""`edgebharo bench record`: recording real speakers for the benchmarks, with their consent."""
