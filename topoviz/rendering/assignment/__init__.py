"""Pictures of who has which task: topics and their partitions, tasks, stream threads and clients."""
