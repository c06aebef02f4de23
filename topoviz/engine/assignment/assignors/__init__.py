"""The assignors of Kafka Streams, one a file: tasks to clients."""
