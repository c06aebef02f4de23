// A payment finds its order if they are at most ten minutes apart.
StreamsBuilder builder = new StreamsBuilder();
KStream<String, Order> orders = builder.stream("orders");
KStream<String, Payment> payments = builder.stream("payments");

orders
    .join(
        payments,
        (order, payment) -> order.paidWith(payment),
        JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMinutes(10), Duration.ofMinutes(1)),
        StreamJoined.as("paid-orders"))
    .to("paid-orders");
