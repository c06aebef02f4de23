"""Which node, store and topic of the old topology is which of the new one, whatever number Kafka Streams gave it."""
