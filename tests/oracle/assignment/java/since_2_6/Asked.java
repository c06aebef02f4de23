package topoviz.oracle.assignment;

import org.apache.kafka.streams.processor.internals.assignment.Assignors;

/** What can be asked of 2.6 to 3.1. */
final class Asked {
    private Asked() {
    }

    static Answer ask(final String asked, final Cluster cluster) {
        return Assignors.assign(asked, cluster);
    }
}
