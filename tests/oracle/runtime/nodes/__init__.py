"""Runs small programs in the real TopologyTestDriver, and holds the nodes of the simulation against it."""
