"""Measures of a lag history: each takes a frame and gives a frame, and knows no path."""
