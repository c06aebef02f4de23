// Orders that were never paid are no longer counted. The count has no name, so that this one filter renames its store.
StreamsBuilder builder = new StreamsBuilder();

builder.<String, Order>stream("orders")
    .filter((id, order) -> order.isPaid())
    .groupBy((id, order) -> order.country())
    .count()
    .toStream()
    .to("orders-per-country");
