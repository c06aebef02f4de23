"""Grouping, windows and aggregations of streams."""
