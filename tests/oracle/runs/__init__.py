"""The ready runs, with the real library and a real broker."""
