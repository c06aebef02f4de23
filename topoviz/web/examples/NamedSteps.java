// Every operator and store has a name of its own, so that another step in front changes no topic.
StreamsBuilder builder = new StreamsBuilder();

builder.stream("page-views", Consumed.<String, View>as("read-page-views"))
    .filter((user, view) -> view.isHuman(), Named.as("people-only"))
    .selectKey((user, view) -> view.page(), Named.as("by-page"))
    .groupByKey(Grouped.as("views-by-page"))
    .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(5)))
    .count(Named.as("count-views"), Materialized.as("views-per-page"))
    .toStream(Named.as("as-stream"))
    .to("popular-pages", Produced.as("write-popular-pages"));
