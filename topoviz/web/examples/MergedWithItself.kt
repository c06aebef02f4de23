// A stream merged with a changed copy of itself, then joined: the join asks for the whole merge by key,
// also the half whose key never changed.
val builder = StreamsBuilder()
val events = builder.stream<String, String>("events")
val rekeyed = events.map { key, value -> KeyValue.pair(value, key) }

events.merge(rekeyed)
    .join(builder.table<String, String>("names")) { event, name -> "$name: $event" }
    .to("named-events")
