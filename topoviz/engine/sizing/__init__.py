"""What a cluster needs for the tasks of a topology: how many threads are of use, memory by term, and time to poll."""
