// Every order gets the name of its customer.
Properties config = new Properties();
config.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.OPTIMIZE);

StreamsBuilder builder = new StreamsBuilder();
KTable<String, Customer> customers = builder.table("customers", Materialized.as("customers-store"));

builder.<String, Order>stream("orders")
    .selectKey((orderId, order) -> order.customerId())
    .join(customers, (order, customer) -> order.withName(customer.name()))
    .to("enriched-orders");

Topology topology = builder.build(config);
