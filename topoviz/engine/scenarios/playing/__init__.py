"""A scenario while it is played: what events do, how time goes on, what a rebalance does, and who has what."""
