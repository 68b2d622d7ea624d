"""Which models there are, where they come from, and whether their bytes are the right ones."""
