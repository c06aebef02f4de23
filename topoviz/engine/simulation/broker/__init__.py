"""What brokers and the consumer of a thread do, as far as the order and the time of records depend on it."""
