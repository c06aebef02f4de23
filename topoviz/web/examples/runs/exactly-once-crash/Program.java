// Payments are counted for each account, which is in their value.
StreamsBuilder builder = new StreamsBuilder();
KStream<String, Payment> payments = builder.stream("payments");
payments
    .selectKey((id, payment) -> payment.account(), Named.as("by-account"))
    .groupByKey(Grouped.as("accounts"))
    .count(Named.as("count"), Materialized.as("payments-of-account"))
    .toStream()
    .to("payments-of-account");
