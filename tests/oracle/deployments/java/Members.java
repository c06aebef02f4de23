package topoviz.oracle.deployments;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.ReadOnlySessionStore;
import org.apache.kafka.streams.state.ReadOnlyWindowStore;

import topoviz.oracle.Json;

/**
 * Members of groups, with one version of the library: a command a line, words separated by tabs, and for each a line
 * of JSON. Exceptions are told with their causes.
 */
public final class Members {
    private final Map<String, Member> members = new LinkedHashMap<>();

    private Members() {
    }

    public static void main(final String[] arguments) throws Exception {
        final PrintStream out = System.out;
        System.setOut(System.err);
        final Members members = new Members();
        final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            final Map<String, Object> answer = new LinkedHashMap<>();
            try {
                answer.put("answer", members.answer(line.split("\t")));
            } catch (final Throwable thrown) {
                answer.put("thrown", causes(thrown));
            }
            out.println(Json.text(answer));
            out.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    private Object answer(final String[] words) throws Throwable {
        switch (words[0]) {
            case "start":
                members.put(words[1], new Member(words));
                members.get(words[1]).streams.start();
                return members.get(words[1]).stores();
            case "status":
                return members.get(words[1]).status();
            case "rows":
                return members.get(words[1]).rows(words[2]);
            case "stop":
                final Member member = members.remove(words[1]);
                return member == null || member.streams.close(Duration.ofSeconds(15)) ? "stopped" : "still stopping";
            default:
                throw new IllegalArgumentException(words[0]);
        }
    }

    private static List<String> causes(final Throwable thrown) {
        final List<String> found = new ArrayList<>();
        for (Throwable one = thrown; one != null; one = one.getCause()) {
            final String message = one.getMessage() == null ? "" : one.getMessage().replaceAll("\\s+", " ");
            found.add(one.getClass().getName() + ": " + message);
        }
        return found;
    }

    /** One instance of an application, from `start NAME CLASSES ENTRY SETTING=VALUE…`. */
    private static final class Member implements StateRestoreListener {
        private final Topology topology;
        private final KafkaStreams streams;
        private final Map<String, Object> restored = new TreeMap<>();
        private volatile List<String> died = List.of();

        Member(final String[] words) throws Throwable {
            final Properties settings = new Properties();
            settings.put("default.key.serde", Serdes.String().getClass().getName());
            settings.put("default.value.serde", Serdes.String().getClass().getName());
            for (int at = 4; at < words.length; at++) {
                final String[] pair = words[at].split("=", 2);
                settings.put(pair[0], pair[1]);
            }
            final URLClassLoader classes = new URLClassLoader(
                    new URL[] {Path.of(words[2]).toUri().toURL()}, Members.class.getClassLoader());
            final Method entry = classes.loadClass(words[3]).getMethod("topology", Properties.class);
            topology = (Topology) entry.invoke(null, settings);
            streams = new KafkaStreams(topology, settings);
            streams.setGlobalStateRestoreListener(this);
            streams.setUncaughtExceptionHandler(thrown -> {
                if (died.isEmpty()) {
                    died = causes(thrown);
                }
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            });
        }

        /** The names of the stores of tasks. */
        Collection<String> stores() {
            final TreeSet<String> found = new TreeSet<>();
            topology.describe().subtopologies().forEach(group -> group.nodes().forEach(node -> {
                if (node instanceof TopologyDescription.Processor) {
                    found.addAll(((TopologyDescription.Processor) node).stores());
                }
            }));
            return found;
        }

        Map<String, Object> status() throws Exception {
            final Map<String, Object> found = new LinkedHashMap<>();
            found.put("state", streams.state().toString());
            found.put("died", died);
            found.put("tasks", tasks());
            synchronized (restored) {
                found.put("restored", new TreeMap<>(restored));
            }
            return found;
        }

        /** The active tasks; the methods that tell them were called otherwise before 3.0, and asked for a member that runs. */
        private Collection<String> tasks() throws Exception {
            final TreeSet<String> found = new TreeSet<>();
            if (!streams.state().isRunningOrRebalancing()) {
                return found;
            }
            for (final Object thread : (Collection<?>) call(streams, "metadataForLocalThreads", "localThreadsMetadata")) {
                for (final Object task : (Collection<?>) call(thread, "activeTasks", "activeTasks")) {
                    found.add(call(task, "taskId", "taskId").toString());
                }
            }
            return found;
        }

        private static Object call(final Object target, final String name, final String before) throws Exception {
            Method method;
            try {
                method = target.getClass().getMethod(name);
            } catch (final NoSuchMethodException exception) {
                method = target.getClass().getMethod(before);
            }
            method.setAccessible(true);
            return method.invoke(target);
        }

        Collection<String> rows(final String store) {
            try {
                return keyValues(store);
            } catch (final IllegalArgumentException | org.apache.kafka.streams.errors.InvalidStateStoreException first) {
                try {
                    return windows(store);
                } catch (final org.apache.kafka.streams.errors.InvalidStateStoreException second) {
                    try {
                        return sessions(store);
                    } catch (final org.apache.kafka.streams.errors.InvalidStateStoreException third) {
                        throw first;
                    }
                }
            }
        }

        private Collection<String> keyValues(final String name) {
            final ReadOnlyKeyValueStore<Object, Object> store =
                    streams.store(StoreQueryParameters.fromNameAndType(name, QueryableStoreTypes.keyValueStore()));
            final List<String> found = new ArrayList<>();
            try (KeyValueIterator<Object, Object> rows = store.all()) {
                while (rows.hasNext()) {
                    final KeyValue<Object, Object> row = rows.next();
                    found.add(row.key + "=" + row.value);
                }
            }
            return found;
        }

        private Collection<String> windows(final String name) {
            final ReadOnlyWindowStore<Object, Object> store =
                    streams.store(StoreQueryParameters.fromNameAndType(name, QueryableStoreTypes.windowStore()));
            try (KeyValueIterator<Windowed<Object>, Object> rows = store.all()) {
                return windowed(rows);
            }
        }

        private Collection<String> sessions(final String name) {
            final ReadOnlySessionStore<Object, Object> store =
                    streams.store(StoreQueryParameters.fromNameAndType(name, QueryableStoreTypes.sessionStore()));
            final List<String> found = new ArrayList<>();
            for (char key = 'a'; key <= 'z'; key++) {
                try (KeyValueIterator<Windowed<Object>, Object> rows = store.fetch(String.valueOf(key))) {
                    found.addAll(windowed(rows));
                }
            }
            return found;
        }

        private static Collection<String> windowed(final KeyValueIterator<Windowed<Object>, Object> rows) {
            final List<String> found = new ArrayList<>();
            while (rows.hasNext()) {
                final KeyValue<Windowed<Object>, Object> row = rows.next();
                found.add(row.key.key() + "@" + row.key.window().start() + "-" + row.key.window().end()
                        + "=" + row.value);
            }
            return found;
        }

        @Override
        public void onRestoreStart(
                final TopicPartition partition, final String store, final long from, final long to) {
        }

        @Override
        public void onBatchRestored(
                final TopicPartition partition, final String store, final long to, final long count) {
        }

        @Override
        public void onRestoreEnd(final TopicPartition partition, final String store, final long total) {
            synchronized (restored) {
                restored.merge(store, (int) total, (one, other) -> (Integer) one + (Integer) other);
            }
        }
    }
}
