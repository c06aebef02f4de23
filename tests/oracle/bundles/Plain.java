import java.util.Properties;
import org.apache.kafka.streams.Topology;

/** Calls `topology()` and `settings()` of the class `program.App`, as its own main method does. */
public class Plain {
    public static void main(String[] arguments) throws Exception {
        Class<?> app = Class.forName("program.App");
        Topology topology = (Topology) app.getMethod("topology").invoke(null);
        Properties settings = (Properties) app.getMethod("settings").invoke(null);
        Object optimization = settings.getOrDefault("topology.optimization", "none");
        System.out.printf("== App %s %s%n", settings.get("application.id"), optimization);
        System.out.print(topology.describe());
    }
}
