"""What is kept: every turn, durable before the next question."""
