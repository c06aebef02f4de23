package org.apache.kafka.streams.processor.internals.assignment;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import topoviz.oracle.assignment.Cluster;

/** What an assignor is given from 3.8 on: settings and ids of processes have public classes. */
final class Given {
    private Given() {
    }

    static AssignmentConfigs settings(final Cluster cluster) {
        return new AssignmentConfigs(
            cluster.acceptableLag,
            cluster.warmUps,
            cluster.standbys,
            cluster.probingInterval,
            cluster.tags,
            cluster.trafficCost == null ? OptionalInt.empty() : OptionalInt.of(cluster.trafficCost),
            cluster.nonOverlapCost == null ? OptionalInt.empty() : OptionalInt.of(cluster.nonOverlapCost),
            cluster.strategy
        );
    }

    static ClientState state(
        final Cluster.Client client, final Set<TaskId> active, final Set<TaskId> standby, final Map<TaskId, Long> lags) {
        // As SubscriptionInfo#clientTags collects them.
        final Map<String, String> tags = new HashMap<>();
        client.tags.forEach(tags::put);
        return new ClientState(
            active, standby, lags, tags, client.threads.size(), new ProcessId(client.processId));
    }
}
