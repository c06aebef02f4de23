"""What Kafka Streams would run: nodes, stores, groups and internal topics."""
