package org.apache.kafka.streams.processor.internals;

import java.util.Map;
import topoviz.oracle.assignment.Cluster;

/** How the leader looks at racks: until 3.5, not at all. */
final class RackSettings {
    private RackSettings() {
    }

    static void add(final Map<String, Object> settings, final Cluster cluster) {
    }
}
