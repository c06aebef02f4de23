"""Tasks: what runs, how many times."""
