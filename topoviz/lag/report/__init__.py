"""A lag report, as values."""
