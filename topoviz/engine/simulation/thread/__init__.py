"""A stream thread: its turns, the order of its tasks, commits."""
