import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import org.apache.kafka.streams.Topology;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** Starts the beans of package `program`, and prints the topology that one of them produces. */
public class Cdi {
    public static void main(String[] arguments) throws Exception {
        System.setProperty("smallrye.config.locations", "application.properties");
        try (SeContainer container = SeContainerInitializer.newInstance().initialize()) {
            Config config = ConfigProvider.getConfig();
            String id = config.getOptionalValue("quarkus.kafka-streams.application-id", String.class)
                .or(() -> config.getOptionalValue("quarkus.application.name", String.class)).orElse("");
            String optimization = config.getOptionalValue("kafka-streams.topology.optimization", String.class)
                .orElse("none");
            System.out.printf("== topology %s %s%n", id, optimization);
            System.out.print(container.select(Topology.class).get().describe());
        }
    }
}
