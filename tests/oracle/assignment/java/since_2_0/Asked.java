package topoviz.oracle.assignment;

import org.apache.kafka.streams.processor.internals.assignment.Assignors;

/** What can be asked of 2.0 to 2.5. */
final class Asked {
    private Asked() {
    }

    static Answer ask(final String asked, final Cluster cluster) {
        if (asked.equals("sticky")) {
            return Assignors.sticky(cluster);
        }
        throw new IllegalArgumentException("This version has no " + asked);
    }
}
