// One new key, two results. Look at the plan before and after the optimizer.
Properties config = new Properties();
config.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.OPTIMIZE);

StreamsBuilder builder = new StreamsBuilder();
KStream<String, Order> byCustomer =
    builder.<String, Order>stream("orders").selectKey((orderId, order) -> order.customerId());

byCustomer.groupByKey()
    .count(Materialized.as("orders-per-customer"))
    .toStream()
    .to("order-counts");

byCustomer.groupByKey()
    .aggregate(() -> 0L, (customer, order, total) -> total + order.amount(), Materialized.as("money-per-customer"))
    .toStream()
    .to("order-totals");

Topology topology = builder.build(config);
