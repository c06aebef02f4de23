"""How clusters are read: our own YAML or JSON, logs of stream threads, and what Kafka's commands print of groups."""
