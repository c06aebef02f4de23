"""Random programs that hold the engine against the real library."""
