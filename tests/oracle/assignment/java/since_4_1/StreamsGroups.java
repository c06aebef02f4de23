package topoviz.oracle.assignment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.coordinator.group.streams.assignor.AssignmentMemberSpec;
import org.apache.kafka.coordinator.group.streams.assignor.GroupSpecImpl;
import org.apache.kafka.coordinator.group.streams.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.streams.assignor.StickyTaskAssignor;
import org.apache.kafka.coordinator.group.streams.assignor.TopologyDescriber;
import org.apache.kafka.streams.processor.TaskId;

/** The brokers' assignor of streams groups (KIP-1071). A member is a thread, and its id is its process's with a number. */
final class StreamsGroups {
    private StreamsGroups() {
    }

    static Answer sticky(final Cluster cluster) throws Exception {
        final Map<String, AssignmentMemberSpec> members = new HashMap<>();
        for (final Cluster.Client client : cluster.clients) {
            for (int number = 1; number <= client.threads.size(); number++) {
                final Cluster.Thread thread = client.threads.get(number - 1);
                members.put(idOf(client, number), new AssignmentMemberSpec(Optional.empty(),
                    Optional.ofNullable(client.rack), byGroup(thread.active), byGroup(thread.standby), Map.of(),
                    client.processId.toString(), client.tags, Map.of(), Map.of()));
            }
        }
        final Map<String, String> settings = Map.of("num.standby.replicas", Integer.toString(cluster.standbys));
        final Answer answer = new Answer();
        answer.begin();
        final Map<String, MemberAssignment> given = new StickyTaskAssignor()
            .assign(new GroupSpecImpl(members, settings), new Described(cluster)).members();
        answer.end();
        for (final Cluster.Client client : cluster.clients) {
            for (int number = 1; number <= client.threads.size(); number++) {
                final MemberAssignment tasks = given.get(idOf(client, number));
                answer.sorted(client.name + "/" + number, ids(tasks.activeTasks()), ids(tasks.standbyTasks()));
            }
        }
        return answer;
    }

    private static String idOf(final Cluster.Client client, final int thread) {
        return client.processId + "-" + thread;
    }

    private static Map<String, Set<Integer>> byGroup(final Collection<TaskId> tasks) {
        return tasks.stream().collect(Collectors.groupingBy(task -> Integer.toString(task.subtopology()),
            Collectors.mapping(TaskId::partition, Collectors.toCollection(HashSet::new))));
    }

    private static Set<TaskId> ids(final Map<String, Set<Integer>> byGroup) {
        final Set<TaskId> found = new TreeSet<>();
        byGroup.forEach((group, partitions) ->
            partitions.forEach(partition -> found.add(new TaskId(Integer.parseInt(group), partition))));
        return found;
    }

    private static final class Described implements TopologyDescriber {
        private final Cluster cluster;

        private Described(final Cluster cluster) {
            this.cluster = cluster;
        }

        @Override
        public List<String> subtopologies() {
            return new ArrayList<>(cluster.subTopologies.keySet().stream().map(String::valueOf)
                .collect(Collectors.toCollection(TreeSet::new)));
        }

        @Override
        public int maxNumInputPartitions(final String id) {
            return cluster.subTopologies.get(Integer.valueOf(id)).partitions;
        }

        @Override
        public boolean isStateful(final String id) {
            return cluster.subTopologies.get(Integer.valueOf(id)).isStateful;
        }
    }
}
