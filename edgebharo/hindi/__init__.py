"""Hindi text to values with evidence, and values to Hindi words. Pure."""
