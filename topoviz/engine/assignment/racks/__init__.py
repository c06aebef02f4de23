"""Tasks move to where their partitions are near: rack.aware.assignment.strategy (KIP-925)."""
