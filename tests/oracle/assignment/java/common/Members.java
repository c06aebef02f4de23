package topoviz.oracle.assignment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.processor.TaskId;

/** What the leader of a group sees of a cluster: its topology, its members, and how far changelogs reach. */
public final class Members {
    private static final long RUNNING = -2;
    private static final Serde<byte[]> BYTES = Serdes.ByteArray();

    private final Cluster cluster;

    public Members(final Cluster cluster) {
        this.cluster = cluster;
        int expected = 0;
        for (final int id : cluster.subTopologies.keySet()) {
            if (id != expected++) {
                throw new IllegalStateException("The sub-topologies of a real topology are numbered from 0 on");
            }
        }
    }

    /** The broker's name for the consumer of a thread, counted from 1. */
    public static String consumerId(final Cluster.Client client, final int thread) {
        return "app-" + client.processId + "-StreamThread-" + thread + "-consumer-" + client.processId;
    }

    /** Every member, in the order in which the cluster lists clients and threads. */
    public List<Member> all() {
        final List<Member> found = new ArrayList<>();
        for (final Cluster.Client client : cluster.clients) {
            for (int number = 1; number <= client.threads.size(); number++) {
                found.add(new Member(client, number));
            }
        }
        return found;
    }

    /** The leader's client: the first, if no line says which. */
    public Cluster.Client leader() {
        final String name = cluster.leader.get("client");
        return cluster.clients.stream().filter(client -> client.name.equals(name)).findFirst()
            .orElse(cluster.clients.get(0));
    }

    /** A topology with these sub-topologies, source topics and stores. */
    public Topology topology(final Properties settings) {
        final StreamsBuilder builder = new StreamsBuilder();
        cluster.subTopologies.values().forEach(one -> add(one, builder));
        return builder.build(settings);
    }

    /** Whether a changelog is a source topic, as it is when the topology is optimized. */
    public boolean isOptimized() {
        return cluster.subTopologies.values().stream()
            .anyMatch(one -> one.changelogs.keySet().stream().anyMatch(one.sources::containsKey));
    }

    private static void add(final Cluster.SubTopology one, final StreamsBuilder builder) {
        final List<String> sources = new ArrayList<>(one.sources.keySet());
        KStream<byte[], byte[]> stream = null;
        for (final String changelog : one.changelogs.keySet()) {
            if (sources.remove(changelog)) {
                stream = merged(stream, builder.<byte[], byte[]>table(
                    changelog, Consumed.with(BYTES, BYTES), Materialized.as("store-of-" + changelog)).toStream());
            }
        }
        if (!sources.isEmpty()) {
            stream = merged(stream, builder.stream(sources, Consumed.with(BYTES, BYTES)));
        }
        for (final String changelog : one.changelogs.keySet()) {
            if (!one.sources.containsKey(changelog)) {
                final String store = changelog.substring("app-".length(), changelog.length() - "-changelog".length());
                stream.groupByKey(Grouped.with(BYTES, BYTES)).count(Materialized.as(store));
            }
        }
    }

    private static KStream<byte[], byte[]> merged(final KStream<byte[], byte[]> one, final KStream<byte[], byte[]> two) {
        return one == null ? two : one.merge(two);
    }

    /** How far each changelog partition reaches: the first changelog of a task has all records. */
    public Map<TopicPartition, Long> endOffsets(final Collection<TopicPartition> asked) {
        final Map<TopicPartition, Long> found = new HashMap<>();
        asked.forEach(partition -> found.put(partition, 0L));
        cluster.ends().forEach((task, end) -> {
            final Cluster.SubTopology one = cluster.subTopologies.get(groupOf(task));
            final String first = one.changelogs.keySet().iterator().next();
            found.computeIfPresent(new TopicPartition(first, numberOf(task)), (partition, zero) -> end);
        });
        return found;
    }

    /** Whether the brokers fail to say how far changelogs reach. */
    public boolean endOffsetsFail() {
        return "fail".equals(cluster.leader.get("end-offsets"));
    }

    private static int groupOf(final TaskId task) {
        return Integer.parseInt(task.toString().split("_")[0]);
    }

    private static int numberOf(final TaskId task) {
        return Integer.parseInt(task.toString().split("_")[1]);
    }

    /** One consumer, and what it tells the leader. */
    public final class Member {
        public final Cluster.Client client;
        public final String name;
        public final String consumerId;
        private final Cluster.Thread thread;

        private Member(final Cluster.Client client, final int number) {
            this.client = client;
            name = client.name + "/" + number;
            consumerId = consumerId(client, number);
            thread = client.threads.get(number - 1);
        }

        /** The tasks that it ran. */
        public Set<TaskId> ran() {
            return new HashSet<>(new ArrayList<>(thread.active));
        }

        /** The partitions of the tasks that it ran, as far as they are still there. */
        public List<TopicPartition> owned() {
            final Set<TopicPartition> found = new TreeSet<>(
                Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
            for (final TaskId task : thread.active) {
                final Cluster.SubTopology one = cluster.subTopologies.get(groupOf(task));
                if (one != null) {
                    found.addAll(Cluster.partitions(one.sources, numberOf(task)));
                }
            }
            return new ArrayList<>(found);
        }

        /** The tasks with state on the disk of its process, but for those that it ran: until 2.5, all threads say so. */
        public Set<TaskId> onDisk() {
            final Set<TaskId> found = new TreeSet<>();
            for (final Cluster.Thread one : client.threads) {
                found.addAll(one.active);
                found.addAll(one.standby);
            }
            found.retainAll(cluster.statefulTasks());
            found.removeAll(thread.active);
            return new HashSet<>(new ArrayList<>(found));
        }

        /** How far its copies of stateful tasks have come; -2 for what it runs and has caught up with. */
        public Map<TaskId, Long> offsetSums() {
            final Map<TaskId, Long> sums = new HashMap<>();
            final Map<TaskId, Long> ends = cluster.ends();
            thread.active.forEach(task -> put(task, ends, sums, true));
            thread.standby.forEach(task -> put(task, ends, sums, false));
            return sums;
        }

        private void put(
            final TaskId task, final Map<TaskId, Long> ends, final Map<TaskId, Long> sums, final boolean isActive
        ) {
            if (!ends.containsKey(task)) {
                if (!isActive && !cluster.tasks().contains(task)) {
                    sums.put(task, 0L); // a directory of a task that is no more
                }
                return;
            }
            final long lag = client.lags.getOrDefault(task, ends.get(task));
            if (lag < 0 || lag == 0 && isActive) {
                sums.put(task, lag == 0 ? RUNNING : lag);
            } else {
                sums.put(task, ends.get(task) - lag);
            }
        }
    }
}
