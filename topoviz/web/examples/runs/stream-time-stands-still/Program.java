// A processor that sends what it has gathered every ten seconds: of stream time, or of the clock?
StreamsBuilder builder = new StreamsBuilder();
KStream<String, Reading> readings = builder.stream("readings");
readings.process(() -> new Gather(), Named.as("gather")).to("gathered");
