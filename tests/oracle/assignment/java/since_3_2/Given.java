package org.apache.kafka.streams.processor.internals.assignment;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.processor.TaskId;
import topoviz.oracle.assignment.Cluster;

/** What an assignor is given from 3.2 on: tags too, as SubscriptionInfo#clientTags collects them. */
final class Given {
    private Given() {
    }

    static AssignorConfiguration.AssignmentConfigs settings(final Cluster cluster) {
        return new AssignorConfiguration.AssignmentConfigs(
            cluster.acceptableLag, cluster.warmUps, cluster.standbys, cluster.probingInterval, cluster.tags);
    }

    static ClientState state(
        final Cluster.Client client, final Set<TaskId> active, final Set<TaskId> standby, final Map<TaskId, Long> lags) {
        final Map<String, String> tags = new HashMap<>();
        client.tags.forEach(tags::put);
        return new ClientState(active, standby, lags, tags, client.threads.size());
    }
}
