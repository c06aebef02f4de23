package topoviz.oracle.assignment;

import java.util.ArrayList;
import java.util.List;

/** What the library logs as a warning or an error, since it was last forgotten. */
public final class Warnings {
    private static final List<String> SAID = new ArrayList<>();

    private Warnings() {
    }

    public static synchronized void say(final String text) {
        SAID.add(text.replace("stream-thread [leader] ", ""));
    }

    public static synchronized void forget() {
        SAID.clear();
    }

    public static synchronized List<String> said() {
        return List.copyOf(SAID);
    }
}
