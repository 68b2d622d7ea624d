"""The small language model."""
