"""Joins of a stream with a stream, a table or a global table."""
