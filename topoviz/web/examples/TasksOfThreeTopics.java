// Topics of 4, 5 and 4 partitions: how many tasks are there, and which instance runs which?
StreamsBuilder builder = new StreamsBuilder();

KStream<String, String> left = builder.stream("topic-a");
KStream<String, String> right = builder.stream("topic-b");
left.merge(right)
    .filter((key, value) -> value != null)
    .to("readings");

builder.<String, String>stream("topic-c")
    .groupByKey()
    .count(Materialized.as("counts"))
    .toStream()
    .to("totals");
