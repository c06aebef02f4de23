// An order is paid when its payment arrives within an hour.
StreamsBuilder builder = new StreamsBuilder();
KStream<String, Order> orders = builder.stream("orders");
KStream<String, Payment> payments = builder.stream("payments");

orders
    .join(
        payments,
        (order, payment) -> order.paidWith(payment),
        JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofHours(1)),
        StreamJoined.as("orders-and-payments"))
    .to("paid-orders");
