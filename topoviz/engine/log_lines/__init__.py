"""What Kafka Streams and its clients log and throw, release by release; which line is which, and what it means."""
