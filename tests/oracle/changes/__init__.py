"""Pairs of little programs, before and after an edit, with what the library says of both."""
