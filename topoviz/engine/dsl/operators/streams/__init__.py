"""Operators on a stream, and those that make one."""
