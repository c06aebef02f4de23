// How many orders has each country placed?
StreamsBuilder builder = new StreamsBuilder();

builder.<String, Order>stream("orders")
    .groupBy((orderId, order) -> order.country())
    .count()
    .toStream()
    .to("orders-by-country");
