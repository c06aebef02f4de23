package org.apache.kafka.streams.processor.internals;

import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.StreamsConfig;

/** The topology as the leader has it: from 3.2 on, with a log for the metadata. */
final class LeadersTopology {
    final TaskManager taskManager;
    final StreamsMetadataState metadataState;

    LeadersTopology(
        final InternalTopologyBuilder builder,
        final StreamsConfig config,
        final UUID processId,
        final Time time,
        final Admin admin
    ) {
        final TopologyMetadata topology = new TopologyMetadata(builder, config);
        topology.buildAndRewriteTopology();
        taskManager = new TaskManager(
            time, null, processId, "", null, null, null, topology, admin, null);
        metadataState = new StreamsMetadataState(topology, StreamsMetadataState.UNKNOWN_HOST, new LogContext());
    }
}
