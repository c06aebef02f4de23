"""What brokers say of topics over time: partition counts, leaders, copies, those in sync, and sizes."""
