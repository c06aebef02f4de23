"""One active task: its queues, which record is next, when it waits, punctuations, and what it commits."""
