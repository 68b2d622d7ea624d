"""The form and its rule engine. Pure but for `load`, which reads the files."""
