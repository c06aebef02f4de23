package topoviz.oracle.assignment;

import org.apache.kafka.streams.processor.internals.Leader;
import org.apache.kafka.streams.processor.internals.assignment.Assignors;

/** What can be asked of 2.0 to 2.5. */
final class Asked {
    private Asked() {
    }

    static Answer ask(final String asked, final Cluster cluster) throws Exception {
        if (asked.equals("sticky")) {
            return Assignors.sticky(cluster);
        }
        if (asked.equals("leader sticky")) {
            return Leader.assign(cluster);
        }
        throw new IllegalArgumentException("This version has no " + asked);
    }
}
