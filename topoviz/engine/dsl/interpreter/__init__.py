"""Follows a program through the small common tree and makes the DSL calls it would make."""
