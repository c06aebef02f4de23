package org.apache.kafka.streams.processor.internals.assignment;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.streams.processor.TaskId;
import topoviz.oracle.assignment.Answer;
import topoviz.oracle.assignment.Cluster;
import topoviz.oracle.assignment.LeaderSets;

/** The assignors of 2.6 to 3.5. Maps of clients are filled in the order in which the cluster lists them. */
public final class Assignors {
    private Assignors() {
    }

    public static Answer assign(final String name, final Cluster cluster) {
        final Map<UUID, ClientState> states = new HashMap<>();
        for (final Cluster.Client client : cluster.clients) {
            states.put(client.processId, stateOf(client, cluster.lagsOf(client)));
        }
        final Set<TaskId> tasks = LeaderSets.tasks(cluster);
        final Set<TaskId> stateful = LeaderSets.stateful(cluster);
        final AssignorConfiguration.AssignmentConfigs settings = Given.settings(cluster);
        final TaskAssignor assignor = named(name);
        final Answer answer = new Answer();
        answer.begin();
        final boolean isProbing = assignor.assign(states, tasks, stateful, settings);
        answer.end();
        if (isProbing) {
            answer.notes.add("probing");
        }
        for (final Cluster.Client client : cluster.clients) {
            final ClientState state = states.get(client.processId);
            answer.sorted(client.name, state.activeTasks(), state.standbyTasks());
        }
        return answer;
    }

    private static TaskAssignor named(final String name) {
        switch (name) {
            case "sticky": return new StickyTaskAssignor();
            case "fallback-prior": return new FallbackPriorTaskAssignor();
            case "high-availability": return new HighAvailabilityTaskAssignor();
            default: throw new IllegalArgumentException("This version has no " + name);
        }
    }

    private static ClientState stateOf(final Cluster.Client client, final Map<TaskId, Long> lags) {
        final Set<TaskId> active = new LinkedHashSet<>();
        final Set<TaskId> standby = new LinkedHashSet<>();
        for (final Cluster.Thread thread : client.threads) {
            active.addAll(thread.active);
            standby.addAll(thread.standby);
        }
        return Given.state(client, active, standby, lags);
    }
}
