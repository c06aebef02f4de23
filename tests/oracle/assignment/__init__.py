"""Asks the real assignors and the real leader's step where tasks run, and holds the engine against them."""
