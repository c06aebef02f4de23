package org.apache.kafka.streams.processor.internals.assignment;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.processor.TaskId;
import topoviz.oracle.assignment.Cluster;

/** What an assignor of 2.6 to 3.1 is given. */
final class Given {
    private Given() {
    }

    static AssignorConfiguration.AssignmentConfigs settings(final Cluster cluster) {
        return new AssignorConfiguration.AssignmentConfigs(
            cluster.acceptableLag, cluster.warmUps, cluster.standbys, cluster.probingInterval);
    }

    static ClientState state(
        final Cluster.Client client, final Set<TaskId> active, final Set<TaskId> standby, final Map<TaskId, Long> lags) {
        return new ClientState(active, standby, lags, client.threads.size());
    }
}
