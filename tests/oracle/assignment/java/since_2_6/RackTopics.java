package org.apache.kafka.streams.processor.internals;

import topoviz.oracle.assignment.Cluster;

/** The topics that an assignor finds. */
public final class RackTopics extends ClusterTopics {
    public RackTopics(final Cluster cluster) {
        super(cluster);
    }
}
