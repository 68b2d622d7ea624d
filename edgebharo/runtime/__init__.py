"""The engine that drives the pure core, live or on a simulated clock."""
