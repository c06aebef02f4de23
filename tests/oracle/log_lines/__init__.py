"""What Kafka logs and throws, read from its sources release by release."""
