"""One turn of a thread, StreamThread#runOnce: an era a file."""
