package org.apache.kafka.streams.processor.internals;

import java.util.Map;
import topoviz.oracle.assignment.Cluster;

/** How the leader looks at racks (KIP-925). */
final class RackSettings {
    private RackSettings() {
    }

    static void add(final Map<String, Object> settings, final Cluster cluster) {
        settings.put("rack.aware.assignment.strategy", cluster.strategy);
        if (cluster.trafficCost != null) {
            settings.put("rack.aware.assignment.traffic_cost", cluster.trafficCost);
        }
        if (cluster.nonOverlapCost != null) {
            settings.put("rack.aware.assignment.non_overlap_cost", cluster.nonOverlapCost);
        }
    }
}
