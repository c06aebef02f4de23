"""Explanations: what the optimizer did, and why each topic, store and sub-topology is there."""
