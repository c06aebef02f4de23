// Orders of every ten seconds, told once: when no more of them can come.
StreamsBuilder builder = new StreamsBuilder();
KStream<String, Order> orders = builder.stream("orders");
orders
    .groupByKey()
    .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofSeconds(10), Duration.ofSeconds(2)))
    .count(Named.as("per-ten-seconds"), Materialized.as("orders-per-ten-seconds"))
    .suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded()).withName("once"))
    .toStream()
    .to("orders-per-ten-seconds");
