// An order takes the price that is known when it is processed.
StreamsBuilder builder = new StreamsBuilder();
KStream<String, Order> orders = builder.stream("orders");
KTable<String, Price> prices = builder.table("prices");

orders.join(prices, (order, price) -> order.at(price)).to("priced-orders");
