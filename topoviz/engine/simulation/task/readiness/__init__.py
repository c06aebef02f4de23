"""Whether a task may process a record now, or waits for partitions that have none (max.task.idle.ms)."""
