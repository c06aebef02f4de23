"""Writing a history from a live cluster. Without Spark; only `cluster.py` knows the client library."""
