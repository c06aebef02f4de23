"""Stores and nodes that are added by hand, and the Topology itself."""
