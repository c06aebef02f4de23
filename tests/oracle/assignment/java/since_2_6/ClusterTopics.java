package org.apache.kafka.streams.processor.internals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.StreamsConfig;
import topoviz.oracle.assignment.Cluster;

/** The topics of a cluster, all of which are there already: source topics as metadata. */
class ClusterTopics extends InternalTopicManager {
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, List<List<String>>> sources = new LinkedHashMap<>();
    final Map<String, List<List<String>>> topics = new LinkedHashMap<>();

    ClusterTopics(final Cluster cluster) {
        super(Time.SYSTEM, nobody(), new StreamsConfig(Map.of("application.id", "app", "bootstrap.servers", "x:1")));
        cluster.subTopologies.values().forEach(one -> {
            sources.putAll(one.sources);
            topics.putAll(one.changelogs);
        });
        topics.putAll(sources);
        topics.values().forEach(all -> all.forEach(racks -> racks.forEach(this::nodeOf)));
    }

    private static Admin nobody() {
        return (Admin) Proxy.newProxyInstance(Admin.class.getClassLoader(), new Class<?>[] {Admin.class},
            (proxy, method, arguments) -> {
                throw new IllegalStateException("The broker was asked for " + method.getName());
            });
    }

    private Node withoutRack() {
        return nodes.computeIfAbsent("", key -> new Node(1000, "localhost", 9999));
    }

    private Node nodeOf(final String rack) {
        return nodes.computeIfAbsent(rack, key -> new Node(nodes.size(), "localhost", 9000 + nodes.size(), key));
    }

    final List<Node> nodesOf(final List<String> racks) {
        final List<Node> found = new ArrayList<>();
        if (racks.isEmpty()) {
            found.add(withoutRack());
        }
        racks.forEach(rack -> found.add(nodeOf(rack)));
        return found;
    }

    /** The leader's metadata: the source topics alone. */
    public org.apache.kafka.common.Cluster metadata() {
        final List<PartitionInfo> partitions = new ArrayList<>();
        sources.forEach((topic, all) -> {
            for (int partition = 0; partition < all.size(); partition++) {
                final Node[] replicas = nodesOf(all.get(partition)).toArray(new Node[0]);
                partitions.add(new PartitionInfo(topic, partition, replicas[0], replicas, replicas));
            }
        });
        return new org.apache.kafka.common.Cluster("id", nodes.values(), partitions, Set.of(), Set.of());
    }

    public Set<String> sourceTopics() {
        return sources.keySet();
    }

    /** All topics are there already. */
    @Override
    public Set<String> makeReady(final Map<String, InternalTopicConfig> wanted) {
        return Set.of();
    }
}
