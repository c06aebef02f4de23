package topoviz.oracle.assignment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.streams.processor.TaskId;

/** What a class answered about a cluster: active and standby tasks by client or consumer, and what went with it. */
public final class Answer {
    /** By name of a client or a thread: active tasks, standby tasks, each with blanks between. */
    public final Map<String, List<String>> tasks = new LinkedHashMap<>();
    /** What else there is to say, a line each: `probing`, `error 1`, ... */
    public final List<String> notes = new ArrayList<>();
    /** The time that the class took, once it is done. */
    public long nanoseconds;
    /** Whether the class was begun: what is thrown before is a fault of the harness. */
    static boolean isAsking;

    private long begin;

    public void begin() {
        isAsking = true;
        Warnings.forget();
        begin = System.nanoTime();
    }

    public void end() {
        nanoseconds = System.nanoTime() - begin;
    }

    public void sorted(final String name, final Collection<TaskId> active, final Collection<TaskId> standby) {
        listed(name, new TreeSet<>(active), new TreeSet<>(standby));
    }

    public void listed(final String name, final Collection<TaskId> active, final Collection<TaskId> standby) {
        tasks.put(name, List.of(joined(active), joined(standby)));
    }

    private static String joined(final Collection<TaskId> ids) {
        return ids.stream().map(TaskId::toString).collect(Collectors.joining(" "));
    }
}
