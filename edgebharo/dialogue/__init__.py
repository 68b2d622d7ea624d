"""Turn-taking: step(state, event) -> (state, commands). Pure."""
