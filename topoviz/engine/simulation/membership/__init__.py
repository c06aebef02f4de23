"""Who is in the consumer group and has which task, and what each instance has of the stores on its disk."""
