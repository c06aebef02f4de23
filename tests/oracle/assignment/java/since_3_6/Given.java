package org.apache.kafka.streams.processor.internals.assignment;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.internals.assignment.AssignorConfiguration.AssignmentConfigs;
import topoviz.oracle.assignment.Cluster;

/** What an assignor of 3.6 and 3.7 is given: racks too. */
final class Given {
    private Given() {
    }

    static AssignmentConfigs settings(final Cluster cluster) {
        // Refuses a strategy that came later.
        new StreamsConfig(Map.of("application.id", "app", "bootstrap.servers", "x:1",
            "rack.aware.assignment.strategy", cluster.strategy));
        return new AssignmentConfigs(
            cluster.acceptableLag,
            cluster.warmUps,
            cluster.standbys,
            cluster.probingInterval,
            cluster.tags,
            cluster.trafficCost,
            cluster.nonOverlapCost,
            cluster.strategy
        );
    }

    static ClientState state(
        final Cluster.Client client, final Set<TaskId> active, final Set<TaskId> standby, final Map<TaskId, Long> lags) {
        // As SubscriptionInfo#clientTags collects them.
        final Map<String, String> tags = new HashMap<>();
        client.tags.forEach(tags::put);
        return new ClientState(
            active, standby, lags, tags, client.threads.size(), client.processId);
    }
}
