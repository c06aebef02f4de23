// map() may give every record a new key, so the join and the count both need the records sent anew by key.
// With the optimizer on, one repartition topic below the map serves both. Look at Steps.
val builder = StreamsBuilder()
val renamed = builder.stream<String, String>("a").map { key, value -> KeyValue.pair(value, key) }

renamed.join(builder.table<String, String>("b")) { left, right -> left + right }
    .to("c")

renamed.groupByKey()
    .count()
    .toStream()
    .selectKey { key, count -> count }
    .to("d")
