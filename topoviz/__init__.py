"""topoviz shows what a Kafka Streams application really is, without running it."""
