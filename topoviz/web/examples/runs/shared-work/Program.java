// Looking up an address takes long, and most addresses come to the same two partitions.
StreamsBuilder builder = new StreamsBuilder();
KStream<String, Address> addresses = builder.stream("addresses");
addresses.mapValues(address -> geocoder.find(address), Named.as("look-up")).to("places");
