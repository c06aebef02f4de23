"""Which version of Kafka Streams a submission is looked at with, when nobody says it."""
