"""What a report says of topics: one file for each thing that brokers can tell."""
