// Orders of each customer are counted; the counts are in a store from the runs before. Reminders are sent now and then.
StreamsBuilder builder = new StreamsBuilder();
KStream<String, Order> orders = builder.stream("orders");
orders
    .groupByKey()
    .count(Materialized.as("orders-of-customer"))
    .toStream()
    .transform(() -> new Remind(), Named.as("remind"))
    .to("orders-of-customer");
