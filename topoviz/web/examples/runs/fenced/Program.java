// Orders of each customer are counted.
StreamsBuilder builder = new StreamsBuilder();
KStream<String, Order> orders = builder.stream("orders");
orders
    .groupByKey()
    .count(Materialized.as("orders-of-customer"))
    .toStream()
    .to("orders-of-customer");
