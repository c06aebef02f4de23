package org.apache.kafka.streams.processor.internals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import topoviz.oracle.assignment.Cluster;

/** The topics that an assignor finds, with the racks of their replicas: changelogs when asked. */
public final class RackTopics extends ClusterTopics {
    public RackTopics(final Cluster cluster) {
        super(cluster);
    }

    @Override
    public Map<String, List<TopicPartitionInfo>> getTopicPartitionInfo(final Set<String> asked) {
        final Map<String, List<TopicPartitionInfo>> found = new HashMap<>();
        for (final String topic : asked) {
            final List<TopicPartitionInfo> partitions = new ArrayList<>();
            final List<List<String>> all = topics.get(topic);
            for (int partition = 0; partition < all.size(); partition++) {
                final List<Node> replicas = nodesOf(all.get(partition));
                partitions.add(new TopicPartitionInfo(partition, replicas.get(0), replicas, replicas));
            }
            found.put(topic, partitions);
        }
        return found;
    }
}
