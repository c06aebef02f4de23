"""From what somebody says of a topology, a cluster and records to what happens to the records."""
