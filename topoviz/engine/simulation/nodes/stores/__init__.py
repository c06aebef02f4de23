"""What a task keeps: stores that hold keys and counters, with their caches."""
