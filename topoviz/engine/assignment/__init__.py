"""Who gets which task: assignors, threads, and the rebalance that joins them."""
