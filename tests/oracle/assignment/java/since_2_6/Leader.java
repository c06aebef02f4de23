package org.apache.kafka.streams.processor.internals;

import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.internals.assignment.AssignmentInfo;
import org.apache.kafka.streams.processor.internals.assignment.ReferenceContainer;
import topoviz.oracle.assignment.Answer;
import topoviz.oracle.assignment.Cluster;
import topoviz.oracle.assignment.Members;

/** The leader's whole step from 2.6 on: the real StreamsPartitionAssignor, asked at time 0. */
@SuppressWarnings("unchecked")
public final class Leader {
    private Leader() {
    }

    public static Answer assign(final String assignor, final Cluster cluster) throws Exception {
        final Members members = new Members(cluster);
        final Map<String, Object> settings = settingsOf(cluster, assignor, members);
        final StreamsConfig config = new StreamsConfig(settings);
        final Properties properties = new Properties();
        properties.putAll(settings);
        final Time time = atZero();
        final Admin admin = adminOf(members);
        final LeadersTopology topology = new LeadersTopology(
            builderOf(members.topology(properties)), config, members.leader().processId, time, admin);
        final ReferenceContainer references = new ReferenceContainer();
        references.time = time;
        references.adminClient = admin;
        references.mainConsumer = consumerOf(members);
        TagSettings.tell(references, members.leader());
        references.streamsMetadataState = topology.metadataState;
        references.taskManager = topology.taskManager;
        settings.put(StreamsConfig.InternalConfig.REFERENCE_CONTAINER_PARTITION_ASSIGNOR, references);
        settings.put("client.id", "leader");
        final StreamsPartitionAssignor leader = new StreamsPartitionAssignor();
        leader.configure(settings);
        final RackTopics topics = new RackTopics(cluster);
        leader.setInternalTopicManager(topics);
        final Map<String, Subscription> subscriptions = new HashMap<>();
        for (final Members.Member member : members.all()) {
            subscriptions.put(member.consumerId, Subscriptions.of(member, topics.sourceTopics()));
        }
        final Answer answer = new Answer();
        answer.begin();
        final Map<String, Assignment> assigned =
            leader.assign(topics.metadata(), new GroupSubscription(subscriptions)).groupAssignment();
        answer.end();
        for (final Members.Member member : members.all()) {
            final AssignmentInfo info = AssignmentInfo.decode(assigned.get(member.consumerId).userData());
            answer.listed(member.name, new LinkedHashSet<>(info.activeTasks()), new TreeSet<>(info.standbyTasks().keySet()));
            if (info.errCode() != 0) {
                answer.notes.add("error " + member.name + " " + info.errCode());
            }
            if (info.nextRebalanceMs() != Long.MAX_VALUE) {
                answer.notes.add("next-rebalance " + member.name + " " + info.nextRebalanceMs());
            }
        }
        return answer;
    }

    private static Map<String, Object> settingsOf(final Cluster cluster, final String assignor, final Members members) {
        final Map<String, Object> settings = new HashMap<>();
        settings.put("application.id", "app");
        settings.put("bootstrap.servers", "localhost:1");
        settings.put("num.standby.replicas", cluster.standbys);
        settings.put("acceptable.recovery.lag", cluster.acceptableLag);
        settings.put("max.warmup.replicas", cluster.warmUps);
        settings.put("probing.rebalance.interval.ms", cluster.probingInterval);
        if (members.isOptimized()) {
            settings.put("topology.optimization", "all");
        }
        TagSettings.add(settings, cluster, members.leader());
        RackSettings.add(settings, cluster);
        AssignorSettings.add(settings, assignor);
        return settings;
    }

    private static InternalTopologyBuilder builderOf(final Topology topology) throws ReflectiveOperationException {
        final Field field = Topology.class.getDeclaredField("internalTopologyBuilder");
        field.setAccessible(true);
        return (InternalTopologyBuilder) field.get(topology);
    }

    private static Time atZero() {
        return (Time) Proxy.newProxyInstance(Time.class.getClassLoader(), new Class<?>[] {Time.class},
            (proxy, method, arguments) -> 0L);
    }

    private static Admin adminOf(final Members members) {
        return (Admin) Proxy.newProxyInstance(Admin.class.getClassLoader(), new Class<?>[] {Admin.class},
            (proxy, method, arguments) -> {
                if (!method.getName().equals("listOffsets")) {
                    throw new IllegalStateException("The broker was asked for " + method.getName());
                }
                return endOffsets(members, ((Map<TopicPartition, ?>) arguments[0]).keySet());
            });
    }

    private static ListOffsetsResult endOffsets(final Members members, final Set<TopicPartition> asked) {
        final Map<TopicPartition, org.apache.kafka.common.KafkaFuture<ListOffsetsResultInfo>> found = new HashMap<>();
        members.endOffsets(asked).forEach((partition, end) -> {
            final KafkaFutureImpl<ListOffsetsResultInfo> future = new KafkaFutureImpl<>();
            if (members.endOffsetsFail()) {
                future.completeExceptionally(new KafkaException("no end offsets"));
            } else {
                future.complete(new ListOffsetsResultInfo(end, 0, Optional.empty()));
            }
            found.put(partition, future);
        });
        return new ListOffsetsResult(found);
    }

    private static Consumer<byte[], byte[]> consumerOf(final Members members) {
        return (Consumer<byte[], byte[]>) Proxy.newProxyInstance(Consumer.class.getClassLoader(),
            new Class<?>[] {Consumer.class}, (proxy, method, arguments) -> {
                final Map<TopicPartition, OffsetAndMetadata> found = new HashMap<>();
                members.endOffsets((Set<TopicPartition>) arguments[0])
                    .forEach((partition, end) -> found.put(partition, new OffsetAndMetadata(end)));
                return found;
            });
    }
}
