"""The logical plan: the operators as the user wrote them, before Kafka Streams builds anything."""
