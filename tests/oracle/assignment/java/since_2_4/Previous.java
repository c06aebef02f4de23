package org.apache.kafka.streams.processor.internals.assignment;

import java.util.Set;
import org.apache.kafka.streams.processor.TaskId;

/** From 2.4 on, the previous tasks of all consumers of a client are one set. */
final class Previous {
    private Previous() {
    }

    static void add(
        final ClientState state, final String consumer, final Set<TaskId> active, final Set<TaskId> standby
    ) {
        state.addPreviousActiveTasks(active);
        state.addPreviousStandbyTasks(standby);
    }
}
