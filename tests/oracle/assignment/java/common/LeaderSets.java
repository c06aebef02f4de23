package topoviz.oracle.assignment;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.processor.TaskId;

/** The leader's sets of tasks, filled on the way that StreamsPartitionAssignor fills them, so that they are walked alike. */
public final class LeaderSets {
    private LeaderSets() {
    }

    /** All tasks, as PartitionGrouper puts them into its map. */
    public static Set<TaskId> tasks(final Cluster cluster) {
        final Map<Object, Integer> byGroup = new HashMap<>();
        Groups.listed(cluster).forEach(byGroup::put);
        final Map<TaskId, Object> partitions = new HashMap<>();
        byGroup.forEach((group, id) -> {
            for (int partition = 0; partition < cluster.subTopologies.get(id).partitions; partition++) {
                partitions.put(new TaskId(id, partition), group);
            }
        });
        return partitions.keySet();
    }

    /** The stateful tasks, as they come from the changelogs of each sub-topology. */
    public static Set<TaskId> stateful(final Cluster cluster) {
        final Map<Object, Set<TaskId>> tasksByGroup = new HashMap<>();
        final Map<TaskId, Object> groups = new HashMap<>();
        Groups.listed(cluster).forEach((group, id) -> cluster.tasks().stream()
            .filter(task -> task.toString().startsWith(id + "_")).forEach(task -> groups.put(task, group)));
        for (final TaskId task : tasks(cluster)) {
            tasksByGroup.computeIfAbsent(groups.get(task), group -> new HashSet<>()).add(task);
        }
        final Map<TaskId, Object> changelogs = new HashMap<>();
        Groups.listed(cluster).forEach((group, id) -> {
            if (cluster.subTopologies.get(id).isStateful) {
                tasksByGroup.get(group).forEach(task -> changelogs.put(task, group));
            }
        });
        final Set<TaskId> found = new HashSet<>();
        found.addAll(changelogs.keySet());
        return found;
    }
}
