// The version that is deployed: every order is counted.
StreamsBuilder builder = new StreamsBuilder();

builder.<String, Order>stream("orders")
    .groupBy((id, order) -> order.country())
    .count()
    .toStream()
    .to("orders-per-country");
