"""What Kafka Streams rewrites in a plan before it builds the topology."""
