"""How to bring a change in: names to give, what to drain, stop, move and delete, and in which order."""
