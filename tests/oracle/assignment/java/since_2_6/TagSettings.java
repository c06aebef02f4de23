package org.apache.kafka.streams.processor.internals;

import java.util.Map;
import org.apache.kafka.streams.processor.internals.assignment.ReferenceContainer;
import topoviz.oracle.assignment.Cluster;

/** Client tags of the leader: until 3.1, there are none. */
final class TagSettings {
    private TagSettings() {
    }

    static void tell(final ReferenceContainer references, final Cluster.Client leader) {
    }

    static void add(final Map<String, Object> settings, final Cluster cluster, final Cluster.Client leader) {
    }
}
