"""What the engine knows of Java's and Kafka's own classes, as far as a topology can depend on them."""
