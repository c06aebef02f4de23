// Payments are counted for each account, which is in their value. A processor asks for a commit with every third payment.
StreamsBuilder builder = new StreamsBuilder();
KStream<String, Payment> payments = builder.stream("payments");
payments
    .transform(() -> new CheckPayment())
    .selectKey((id, payment) -> payment.account())
    .groupByKey()
    .count(Materialized.as("payments-of-account"))
    .toStream()
    .to("payments-of-account");
