"""Events in the life of threads, tasks, the group and transactions; those of records are in `events.py`.

Every class says which method of Kafka does it. Names of states are Kafka's own.
"""
