package topoviz.oracle.assignment;

import org.apache.kafka.streams.processor.internals.Leader;
import org.apache.kafka.streams.processor.internals.assignment.Assignors;

/** What can be asked of 2.6 to 3.1. */
final class Asked {
    private Asked() {
    }

    static Answer ask(final String asked, final Cluster cluster) throws Exception {
        if (asked.startsWith("leader ")) {
            return Leader.assign(asked.substring("leader ".length()), cluster);
        }
        return Assignors.assign(asked, cluster);
    }
}
