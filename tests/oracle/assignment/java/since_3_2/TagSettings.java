package org.apache.kafka.streams.processor.internals;

import java.util.Map;
import org.apache.kafka.streams.processor.internals.assignment.ReferenceContainer;
import topoviz.oracle.assignment.Cluster;

/** Client tags of the leader, and by which of them standbys are spread (KIP-708). */
final class TagSettings {
    private TagSettings() {
    }

    static void tell(final ReferenceContainer references, final Cluster.Client leader) {
        references.clientTags = leader.tags;
    }

    static void add(final Map<String, Object> settings, final Cluster cluster, final Cluster.Client leader) {
        if (!cluster.tags.isEmpty()) {
            settings.put("rack.aware.assignment.tags", String.join(",", cluster.tags));
            leader.tags.forEach((key, value) -> settings.put("client.tag." + key, value));
        }
    }
}
