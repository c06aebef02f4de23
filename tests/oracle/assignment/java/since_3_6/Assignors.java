package org.apache.kafka.streams.processor.internals.assignment;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.internals.RackTopics;
import org.apache.kafka.streams.processor.internals.TopologyMetadata.Subtopology;
import org.apache.kafka.streams.processor.internals.assignment.AssignorConfiguration.AssignmentConfigs;
import topoviz.oracle.assignment.Answer;
import topoviz.oracle.assignment.Cluster;
import topoviz.oracle.assignment.LeaderSets;

/** The assignors of 3.6 and 3.7, with the real optimization by racks. Sets and maps are filled one by one. */
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
        final AssignmentConfigs settings = Given.settings(cluster);
        final RackAwareTaskAssignor racks = racksOf(cluster, settings);
        final TaskAssignor assignor = named(name);
        final Answer answer = new Answer();
        answer.begin();
        final boolean isProbing = assignor.assign(states, tasks, stateful, racks, settings);
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

    private static RackAwareTaskAssignor racksOf(final Cluster cluster, final AssignmentConfigs settings) {
        final Map<TaskId, Set<TopicPartition>> sources = new HashMap<>();
        final Map<TaskId, Set<TopicPartition>> changelogs = new HashMap<>();
        final Map<Subtopology, Set<TaskId>> byGroup = new HashMap<>();
        for (final TaskId task : cluster.tasks()) {
            final Cluster.SubTopology one = cluster.subTopologies.get(task.subtopology());
            sources.put(task, Cluster.partitions(one.sources, task.partition()));
            changelogs.put(task, Cluster.partitions(one.changelogs, task.partition()));
            byGroup.computeIfAbsent(new Subtopology(task.subtopology(), null), key -> new HashSet<>()).add(task);
        }
        final Map<UUID, Map<String, Optional<String>>> racks = new HashMap<>();
        for (final Cluster.Client client : cluster.clients) {
            final Map<String, Optional<String>> byConsumer = new TreeMap<>();
            for (int number = 1; number <= client.threads.size(); number++) {
                byConsumer.put(client.name + "-" + number, Optional.ofNullable(client.rack));
            }
            racks.put(client.processId, byConsumer);
        }
        final RackTopics topics = new RackTopics(cluster);
        return new RackAwareTaskAssignor(
            topics.metadata(), sources, changelogs, byGroup, racks, topics, settings, Time.SYSTEM);
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
