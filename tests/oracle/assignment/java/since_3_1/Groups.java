package topoviz.oracle.assignment;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.streams.processor.internals.TopologyMetadata.Subtopology;

/** The sub-topologies as TopologyMetadata gathers them in a hash map for the leader, by their keys. */
final class Groups {
    private Groups() {
    }

    static Map<Object, Integer> listed(final Cluster cluster) {
        final Map<Object, Integer> built = new LinkedHashMap<>();
        cluster.subTopologies.keySet().forEach(id -> built.put(new Subtopology(id, null), id));
        final Map<Object, Integer> found = new HashMap<>();
        found.putAll(built);
        return found;
    }
}
