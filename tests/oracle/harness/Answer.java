package topoviz.oracle;

import java.util.Properties;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;

/** Turns whatever a program's entry expression gives into its topology. */
public final class Answer {
    private Answer() {
    }

    /** An entry that gives a value. */
    public interface Giving {
        Object give() throws Exception;
    }

    /** An entry that only works on the builder. */
    public interface Doing {
        void run() throws Exception;
    }

    /** A topology is the answer itself; a builder is built; any other value means the given builder was used. */
    public static Topology from(final Giving entry, final StreamsBuilder builder, final Properties config)
            throws Exception {
        final Object given = entry.give();
        if (given instanceof Topology) {
            return (Topology) given;
        }
        return (given instanceof StreamsBuilder ? (StreamsBuilder) given : builder).build(config);
    }

    /** An entry without a value filled the given builder. */
    public static Topology from(final Doing entry, final StreamsBuilder builder, final Properties config)
            throws Exception {
        entry.run();
        return builder.build(config);
    }
}
