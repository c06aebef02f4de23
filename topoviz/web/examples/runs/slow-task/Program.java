// Two ways that have nothing in common: looking up addresses takes long, counting clicks does not.
StreamsBuilder builder = new StreamsBuilder();
KStream<String, Address> addresses = builder.stream("addresses");
addresses.mapValues(address -> geocoder.find(address), Named.as("look-up")).to("places");

KStream<String, Click> clicks = builder.stream("clicks");
clicks.filter((page, click) -> click.isHuman(), Named.as("humans")).to("human-clicks");
