package org.apache.kafka.streams.processor.internals.assignment;

import java.util.Set;
import org.apache.kafka.streams.processor.TaskId;

/** Until 2.3, a client's state kept the previous tasks by consumer too. */
final class Previous {
    private Previous() {
    }

    static void add(
        final ClientState state, final String consumer, final Set<TaskId> active, final Set<TaskId> standby
    ) {
        state.addPreviousActiveTasks(consumer, active);
        state.addPreviousStandbyTasks(consumer, standby);
    }
}
