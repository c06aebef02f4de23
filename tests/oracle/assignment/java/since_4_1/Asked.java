package topoviz.oracle.assignment;

import org.apache.kafka.streams.processor.internals.Leader;
import org.apache.kafka.streams.processor.internals.assignment.Assignors;
import org.apache.kafka.streams.processor.internals.assignment.PublicAssignors;

/** What can be asked of 4.1 and later. */
final class Asked {
    private Asked() {
    }

    static Answer ask(final String asked, final Cluster cluster) throws Exception {
        if (asked.startsWith("leader ")) {
            return Leader.assign(asked.substring("leader ".length()), cluster);
        }
        switch (asked) {
            case "public-sticky": return PublicAssignors.sticky(cluster);
            case "streams-group": return StreamsGroups.sticky(cluster);
            default: return Assignors.assign(asked, cluster);
        }
    }
}
