package org.apache.kafka.streams.processor.internals.assignment;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils;
import org.apache.kafka.streams.processor.assignment.TaskAssignor.TaskAssignment;
import org.apache.kafka.streams.processor.assignment.TaskInfo;
import org.apache.kafka.streams.processor.assignment.TaskTopicPartition;
import org.apache.kafka.streams.processor.assignment.assignors.StickyTaskAssignor;
import topoviz.oracle.assignment.Answer;
import topoviz.oracle.assignment.Cluster;
import topoviz.oracle.assignment.LeaderSets;

/** The public assignor of KIP-924 that comes with Kafka Streams. */
public final class PublicAssignors {
    private PublicAssignors() {
    }

    public static Answer sticky(final Cluster cluster) {
        final State state = new State(cluster);
        final Answer answer = new Answer();
        answer.begin();
        final TaskAssignment given = new StickyTaskAssignor().assign(state);
        final String error = TaskAssignmentUtils.validateTaskAssignment(state, given).toString();
        answer.end();
        if (!error.equals("NONE")) {
            answer.notes.add("error " + error);
        }
        final Map<ProcessId, KafkaStreamsAssignment> byProcess = given.assignment().stream()
            .collect(Collectors.toMap(KafkaStreamsAssignment::processId, one -> one));
        for (final Cluster.Client client : cluster.clients) {
            final Set<TaskId> active = new TreeSet<>();
            final Set<TaskId> standby = new TreeSet<>();
            byProcess.get(new ProcessId(client.processId)).tasks().forEach((id, task) ->
                (task.type() == KafkaStreamsAssignment.AssignedTask.Type.ACTIVE ? active : standby).add(id));
            answer.sorted(client.name, active, standby);
        }
        return answer;
    }

    private static final class State implements ApplicationState {
        private final AssignmentConfigs settings;
        private final Map<TaskId, TaskInfo> tasks = new HashMap<>();
        private final Map<ProcessId, KafkaStreamsState> clients = new HashMap<>();

        private State(final Cluster cluster) {
            settings = Given.settings(cluster);
            final Set<TaskId> stateful = cluster.statefulTasks();
            for (final TaskId task : LeaderSets.tasks(cluster)) {
                tasks.put(task, new DefaultTaskInfo(
                    task, stateful.contains(task), stateful.contains(task) ? Set.of("store") : Set.of(),
                    partitionsOf(task, cluster.subTopologies.get(task.subtopology()))));
            }
            cluster.clients.forEach(client -> clients.put(new ProcessId(client.processId), stateOf(client, cluster)));
        }

        private static Set<TaskTopicPartition> partitionsOf(final TaskId task, final Cluster.SubTopology one) {
            final Set<TopicPartition> sources = Cluster.partitions(one.sources, task.partition());
            final Set<TopicPartition> changelogs = Cluster.partitions(one.changelogs, task.partition());
            final Map<String, java.util.List<java.util.List<String>>> all = new LinkedHashMap<>(one.sources);
            all.putAll(one.changelogs);
            final Set<TaskTopicPartition> found = new HashSet<>();
            for (final TopicPartition partition : Cluster.partitions(all, task.partition())) {
                final DefaultTaskTopicPartition known = new DefaultTaskTopicPartition(
                    partition, sources.contains(partition), changelogs.contains(partition), () -> { });
                final Set<String> racks = new HashSet<>(all.get(partition.topic()).get(partition.partition()));
                if (!racks.isEmpty()) {
                    known.annotateWithRackIds(racks);
                }
                found.add(known);
            }
            return found;
        }

        private static KafkaStreamsState stateOf(final Cluster.Client client, final Cluster cluster) {
            final Set<TaskId> active = new TreeSet<>();
            final Set<TaskId> standby = new TreeSet<>();
            final TreeMap<String, Set<TaskId>> byConsumer = new TreeMap<>();
            for (final Cluster.Thread thread : client.threads) {
                active.addAll(thread.active);
                standby.addAll(thread.standby);
                byConsumer.put("consumer-" + byConsumer.size(), new HashSet<>(thread.standby));
            }
            return new DefaultKafkaStreamsState(
                new ProcessId(client.processId), client.threads.size(), client.tags, new TreeSet<>(active),
                new TreeSet<>(standby), byConsumer, Optional.empty(), Optional.of(cluster.lagsOf(client)),
                Optional.ofNullable(client.rack));
        }

        @Override
        public Map<ProcessId, KafkaStreamsState> kafkaStreamsStates(final boolean computeTaskLags) {
            return clients;
        }

        @Override
        public AssignmentConfigs assignmentConfigs() {
            return settings;
        }

        @Override
        public Map<TaskId, TaskInfo> allTasks() {
            return tasks;
        }
    }
}
