// Orders of each minute; who comes more than ten seconds too late is not counted.
StreamsBuilder builder = new StreamsBuilder();
KStream<String, Order> orders = builder.stream("orders");
orders
    .groupByKey()
    .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMinutes(1), Duration.ofSeconds(10)))
    .count(Named.as("per-minute"), Materialized.as("orders-per-minute"))
    .toStream()
    .to("orders-per-minute");
