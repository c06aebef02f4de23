// Readings are gathered and sent now and then, and counted for each sensor, which is in their value.
StreamsBuilder builder = new StreamsBuilder();
KStream<String, Reading> readings = builder.stream("readings");
readings
    .transform(() -> new Gather())
    .selectKey((id, reading) -> reading.sensor())
    .groupByKey()
    .count(Materialized.as("readings-of-sensor"));
