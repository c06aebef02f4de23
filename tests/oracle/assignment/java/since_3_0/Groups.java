package topoviz.oracle.assignment;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.streams.processor.internals.TopologyMetadata.Subtopology;

/** The sub-topologies as the builder lists them to the leader, by their keys. */
final class Groups {
    private Groups() {
    }

    static Map<Object, Integer> listed(final Cluster cluster) {
        final Map<Object, Integer> found = new LinkedHashMap<>();
        cluster.subTopologies.keySet().forEach(id -> found.put(new Subtopology(id, null), id));
        return found;
    }
}
