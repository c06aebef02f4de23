package org.apache.kafka.streams.processor.internals.assignment;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.internals.RackTopics;
import org.apache.kafka.streams.processor.internals.TopologyMetadata.Subtopology;
import topoviz.oracle.assignment.Answer;
import topoviz.oracle.assignment.Cluster;
import topoviz.oracle.assignment.LeaderSets;

/** The internal assignors from 3.8 on, with the real optimization by racks. Sets and maps are filled one by one. */
public final class Assignors {
    private Assignors() {
    }

    public static Answer assign(final String name, final Cluster cluster) {
        final Map<ProcessId, ClientState> states = new HashMap<>();
        for (final Cluster.Client client : cluster.clients) {
            states.put(new ProcessId(client.processId), stateOf(client, cluster.lagsOf(client)));
        }
        final Set<TaskId> tasks = LeaderSets.tasks(cluster);
        final Set<TaskId> stateful = LeaderSets.stateful(cluster);
        final AssignmentConfigs settings = Given.settings(cluster);
        final RackAwareTaskAssignor racks = racksOf(cluster, settings);
        final LegacyTaskAssignor assignor = named(name);
        final Answer answer = new Answer();
        answer.begin();
        final boolean isProbing = assignor.assign(states, tasks, stateful, racks, settings);
        answer.end();
        if (isProbing) {
            answer.notes.add("probing");
        }
        for (final Cluster.Client client : cluster.clients) {
            final ClientState state = states.get(new ProcessId(client.processId));
            answer.sorted(client.name, state.activeTasks(), state.standbyTasks());
        }
        return answer;
    }

    private static LegacyTaskAssignor named(final String name) {
        switch (name) {
            case "sticky": return new LegacyStickyTaskAssignor();
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
        final Map<ProcessId, Map<String, Optional<String>>> racks = new HashMap<>();
        for (final Cluster.Client client : cluster.clients) {
            final Map<String, Optional<String>> byConsumer = new TreeMap<>();
            for (int number = 1; number <= client.threads.size(); number++) {
                byConsumer.put(client.name + "-" + number, Optional.ofNullable(client.rack));
            }
            racks.put(new ProcessId(client.processId), byConsumer);
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
