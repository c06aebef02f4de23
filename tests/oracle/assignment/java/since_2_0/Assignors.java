package org.apache.kafka.streams.processor.internals.assignment;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.streams.processor.TaskId;
import topoviz.oracle.assignment.Answer;
import topoviz.oracle.assignment.Cluster;
import topoviz.oracle.assignment.LeaderSets;

/** The assignor of 2.0 to 2.5. Maps of clients are filled in the order in which the cluster lists them. */
public final class Assignors {
    private Assignors() {
    }

    public static Answer sticky(final Cluster cluster) {
        final Map<UUID, ClientState> states = new HashMap<>();
        for (final Cluster.Client client : cluster.clients) {
            states.put(client.processId, stateOf(client));
        }
        final Set<TaskId> tasks = LeaderSets.tasks(cluster);
        final Answer answer = new Answer();
        answer.begin();
        new StickyTaskAssignor<>(states, tasks).assign(cluster.standbys);
        answer.end();
        for (final Cluster.Client client : cluster.clients) {
            final ClientState state = states.get(client.processId);
            answer.sorted(client.name, state.activeTasks(), state.standbyTasks());
        }
        return answer;
    }

    private static ClientState stateOf(final Cluster.Client client) {
        final ClientState state = new ClientState(client.threads.size());
        int number = 0;
        for (final Cluster.Thread thread : client.threads) {
            Previous.add(state, "thread-" + number++, thread.active, thread.standby);
        }
        return state;
    }
}
