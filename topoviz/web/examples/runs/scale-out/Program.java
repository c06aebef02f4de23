// Clicks of humans; there is no state that would have to come along.
StreamsBuilder builder = new StreamsBuilder();
KStream<String, Click> clicks = builder.stream("clicks");
clicks.filter((page, click) -> click.isHuman()).to("human-clicks");
