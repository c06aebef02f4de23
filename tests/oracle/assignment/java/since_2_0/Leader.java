package org.apache.kafka.streams.processor.internals;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.internals.assignment.AssignmentInfo;
import org.apache.kafka.streams.processor.internals.assignment.SubscriptionInfo;
import org.apache.kafka.streams.state.HostInfo;
import topoviz.oracle.assignment.Answer;
import topoviz.oracle.assignment.Members;

/** The leader's whole step of 2.0 to 2.3: the real StreamsPartitionAssignor. */
public final class Leader {
    private Leader() {
    }

    public static Answer assign(final topoviz.oracle.assignment.Cluster cluster) throws Exception {
        final Members members = new Members(cluster);
        final Map<String, Object> settings = new HashMap<>();
        settings.put("application.id", "app");
        settings.put("bootstrap.servers", "localhost:1");
        settings.put("num.standby.replicas", cluster.standbys);
        if (members.isOptimized()) {
            settings.put("topology.optimization", "all");
        }
        final StreamsConfig config = new StreamsConfig(settings);
        final Properties properties = new Properties();
        properties.putAll(settings);
        final InternalTopologyBuilder builder = builderOf(members.topology(properties), config);
        settings.put(StreamsConfig.InternalConfig.TASK_MANAGER_FOR_PARTITION_ASSIGNOR,
            new KnownTasks(builder, members.leader().processId));
        settings.put(StreamsConfig.InternalConfig.ASSIGNMENT_ERROR_CODE, new AtomicInteger());
        settings.put("client.id", "leader");
        final StreamsPartitionAssignor leader = new StreamsPartitionAssignor();
        leader.configure(settings);
        leader.setInternalTopicManager(new AllThere(config));
        final Set<String> topics = new LinkedHashSet<>();
        cluster.subTopologies.values().forEach(one -> topics.addAll(one.sources.keySet()));
        final Map<String, Subscription> subscriptions = new HashMap<>();
        for (final Members.Member member : members.all()) {
            subscriptions.put(member.consumerId, subscriptionOf(member, topics));
        }
        final Answer answer = new Answer();
        answer.begin();
        final Map<String, Assignment> assigned = leader.assign(metadataOf(cluster), subscriptions);
        answer.end();
        for (final Members.Member member : members.all()) {
            final AssignmentInfo info = AssignmentInfo.decode(assigned.get(member.consumerId).userData());
            answer.listed(member.name, new LinkedHashSet<>(info.activeTasks()), new TreeSet<>(info.standbyTasks().keySet()));
            if (info.errCode() != 0) {
                answer.notes.add("error " + member.name + " " + info.errCode());
            }
        }
        return answer;
    }

    private static InternalTopologyBuilder builderOf(final Topology topology, final StreamsConfig config)
        throws ReflectiveOperationException {
        final Field field = Topology.class.getDeclaredField("internalTopologyBuilder");
        field.setAccessible(true);
        final InternalTopologyBuilder builder = (InternalTopologyBuilder) field.get(topology);
        builder.rewriteTopology(config);
        builder.build();
        return builder;
    }

    private static Cluster metadataOf(final topoviz.oracle.assignment.Cluster cluster) {
        final Node node = new Node(0, "localhost", 9092);
        final Node[] nodes = {node};
        final List<PartitionInfo> partitions = new ArrayList<>();
        cluster.subTopologies.values().forEach(one -> one.sources.forEach((topic, racks) -> {
            for (int partition = 0; partition < racks.size(); partition++) {
                partitions.add(new PartitionInfo(topic, partition, node, nodes, nodes));
            }
        }));
        return new Cluster("id", List.of(node), partitions, Set.of(), Set.of());
    }

    private static Subscription subscriptionOf(final Members.Member member, final Collection<String> topics) {
        final SubscriptionInfo info =
            new SubscriptionInfo(member.client.processId, member.ran(), member.onDisk(), null);
        return new Subscription(new ArrayList<>(topics), info.encode());
    }

    private static AdminClient nobody() {
        return null; // nobody asks it
    }

    /** All topics are there already. */
    private static final class AllThere extends InternalTopicManager {
        private AllThere(final StreamsConfig config) {
            super(nobody(), config);
        }

        @Override
        public void makeReady(final Map<String, InternalTopicConfig> wanted) {
        }
    }

    /** What the leader asks its own tasks about. */
    private static final class KnownTasks extends TaskManager {
        private final InternalTopologyBuilder builder;

        private KnownTasks(final InternalTopologyBuilder builder, final UUID processId) {
            super(null, processId, "", null, null, null, null, nobody(), null, null);
            this.builder = builder;
        }

        @Override
        InternalTopologyBuilder builder() {
            return builder;
        }

        @Override
        public void setPartitionsByHostState(final Map<HostInfo, Set<TopicPartition>> partitions) {
        }
    }
}
