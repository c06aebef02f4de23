// src/test/java/…/TopologyTextTest.java: writes the topology into a file that is committed, for topoviz to compare.
package shop;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;

class TopologyTextTest {

    @Test
    void writesWhatDescribePrints() throws IOException {
        // Your own: as the application builds it, with the properties that it has in production.
        Topology topology = Shop.topology(new Properties());

        String text = topology.describe().toString();

        assertFalse(text.isBlank());
        // Maven and Gradle run tests in the folder of the module.
        Files.writeString(Path.of("topology.txt"), text);
    }
}
