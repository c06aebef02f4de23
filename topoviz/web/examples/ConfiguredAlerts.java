// The topic stands in the configuration, not here. Say what it is, and the question marks go away.
class ConfiguredAlerts {
    static Topology build(Properties config) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, Reading>stream(config.getProperty("readings.topic"))
            .filter((sensor, reading) -> reading.celsius() > 90)
            .groupByKey()
            .count(Materialized.as("alerts-per-sensor"))
            .toStream()
            .to("alerts");
        return builder.build();
    }
}
