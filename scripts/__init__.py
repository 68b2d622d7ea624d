"""Scripts that build, measure and draw what the project ships."""
