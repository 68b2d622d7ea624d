"""Which system to take: hard limits, then the Pareto front, then weights."""
