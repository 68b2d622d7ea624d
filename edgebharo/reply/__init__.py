"""Decision to the words that are spoken. Pure."""
