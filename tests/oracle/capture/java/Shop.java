import java.time.Duration;
import java.util.Properties;

import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;

/** Counts orders by customer. The setting `work.ms` says how long one order takes; it is none of Kafka's. */
public final class Shop {
    private Shop() {
    }

    public static Topology topology(final Properties settings) {
        final long work = Long.parseLong(settings.getProperty("work.ms", "0"));
        final StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("orders")
                .mapValues(order -> {
                    sleep(work);
                    return order;
                })
                .groupBy((id, customer) -> customer, Grouped.as("by-customer"))
                .count(Materialized.as("counts"))
                .toStream()
                .mapValues(count -> Long.toString(count))
                .to("counts");
        return builder.build();
    }

    private static void sleep(final long millis) {
        try {
            Thread.sleep(Duration.ofMillis(millis).toMillis());
        } catch (final InterruptedException exception) {
            Thread.currentThread().interrupt();
        }
    }
}
