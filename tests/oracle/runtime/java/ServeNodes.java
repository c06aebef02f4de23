package org.apache.kafka.streams;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Runs programs in the real TopologyTestDriver, record by record, as long as it is asked.
 *
 * <p>The driver commits after each record; here that is a call of its own, so that caches keep what they have. What it
 * keeps for itself is reached by reflection, and by name, since versions differ in what its task is called with.
 */
public final class ServeNodes {
    private TopologyTestDriver driver;
    private Object task;
    private Path state;

    private ServeNodes() {
    }

    public static void main(final String[] arguments) throws Exception {
        final PrintStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        final BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        ServeNodes current = new ServeNodes();
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            if (line.equals(".")) {
                current.close();
                answers.println(".");
                answers.flush();
                current = new ServeNodes();
            } else {
                answers.println(current.answer(line.split(" ")));
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private String answer(final String[] words) throws Exception {
        switch (words[0]) {
            case "program":
                begin(words[1], words[2]);
                return "begun";
            case "wall":
                final Object clock = field("mockWallClockTime");
                method(clock.getClass(), "sleep", 1).invoke(clock, Long.parseLong(words[1]));
                return "wall";
            case "put":
                enqueue(words[1], text(words[2]), Long.parseLong(words[3]), text(words[4]));
                process();
                return outputs();
            case "commit":
                commit();
                capture();
                process();
                return outputs();
            default:
                throw new IllegalArgumentException(words[0]);
        }
    }

    private void begin(final String program, final String cache) throws Exception {
        final StreamsBuilder builder = new StreamsBuilder();
        Class.forName("org.apache.kafka.streams.Programs").getMethod(program, StreamsBuilder.class).invoke(null, builder);
        final Properties settings = new Properties();
        state = Files.createTempDirectory("nodes");
        settings.put("application.id", "shop");
        settings.put("bootstrap.servers", "nowhere:9092");
        settings.put("state.dir", state.toString());
        settings.put("default.key.serde", Serdes.StringSerde.class.getName());
        settings.put("default.value.serde", Serdes.StringSerde.class.getName());
        settings.put("__emit.interval.ms.kstreams.outer.join.spurious.results.fix__", 1_000L);
        settings.put("__emit.interval.ms.kstreams.windowed.aggregation__", 1_000L);
        settings.put("cache.max.bytes.buffering", cache);
        driver = new TopologyTestDriver(builder.build(settings), settings, Instant.ofEpochMilli(1_000));
        task = field("task");
    }

    private void enqueue(final String topic, final String key, final long timestamp, final String value) throws Exception {
        final Object partition = ((Map<?, ?>) field("partitionsByInputTopic")).get(topic);
        method(TopologyTestDriver.class, "enqueueTaskRecord", 6)
            .invoke(driver, topic, (TopicPartition) partition, timestamp, bytes(key), bytes(value), new RecordHeaders());
    }

    private void process() throws Exception {
        capture();
        while (true) {
            callIfThere(task, "resumePollingForPartitionsWithAvailableSpace");
            callIfThere(task, "updateLags");
            final Object clock = field("mockWallClockTime");
            final long now = (long) method(clock.getClass(), "milliseconds", 0).invoke(clock);
            if (!(boolean) method(task.getClass(), "hasRecordsQueued", 0).invoke(task)
                || !(boolean) method(task.getClass(), "isProcessable", 1).invoke(task, now)) {
                return;
            }
            final Method process = method(task.getClass(), "process", -1);
            if (process.getParameterCount() == 0) {
                process.invoke(task);
            } else {
                process.invoke(task, now);
            }
            capture();
        }
    }

    private void commit() throws Exception {
        final Method prepare = find(task.getClass(), "prepareCommit", -1);
        if (prepare == null) {
            method(task.getClass(), "commit", 0).invoke(task);
            return;
        }
        final Object offsets = prepare.getParameterCount() == 0 ? prepare.invoke(task) : prepare.invoke(task, true);
        method(TopologyTestDriver.class, "commit", 1).invoke(driver, offsets);
        method(task.getClass(), "postCommit", 1).invoke(task, true);
    }

    private void capture() throws Exception {
        method(TopologyTestDriver.class, "captureOutputsAndReEnqueueInternalResults", 0).invoke(driver);
    }

    @SuppressWarnings("unchecked")
    private String outputs() throws Exception {
        final List<String> found = new ArrayList<>();
        final Map<String, Queue<ProducerRecord<byte[], byte[]>>> all =
            (Map<String, Queue<ProducerRecord<byte[], byte[]>>>) field("outputRecordsByTopic");
        int logged = 0;
        for (final Map.Entry<String, Queue<ProducerRecord<byte[], byte[]>>> entry : all.entrySet()) {
            for (final ProducerRecord<byte[], byte[]> record : entry.getValue()) {
                if (entry.getKey().equals("out")) {
                    final String key = record.key() == null ? "-" : new String(record.key(), StandardCharsets.UTF_8);
                    found.add(key + "/" + record.timestamp() + (record.value() == null ? "/-" : ""));
                } else if (entry.getKey().endsWith("-changelog")) {
                    logged++;
                }
            }
        }
        all.clear();
        return found + " logged " + logged;
    }

    private Object field(final String name) throws Exception {
        final Field field = TopologyTestDriver.class.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(driver);
    }

    private static void callIfThere(final Object target, final String name) throws Exception {
        final Method method = find(target.getClass(), name, 0);
        if (method != null) {
            method.invoke(target);
        }
    }

    private static Method method(final Class<?> type, final String name, final int parameters) {
        final Method found = find(type, name, parameters);
        if (found == null) {
            throw new IllegalStateException(type + " has no " + name);
        }
        return found;
    }

    private static Method find(final Class<?> type, final String name, final int parameters) {
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            for (final Method method : one.getDeclaredMethods()) {
                if (method.getName().equals(name) && !method.isBridge()
                    && (parameters < 0 || method.getParameterCount() == parameters)) {
                    method.setAccessible(true);
                    return method;
                }
            }
        }
        return null;
    }

    private static String text(final String word) {
        return word.equals("-") ? null : word;
    }

    private static byte[] bytes(final String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private void close() throws Exception {
        if (driver != null) {
            // What waits in caches would go to nodes that are closed by then, and some of it into topics that are read.
            for (int rounds = 0; rounds < 3; rounds++) {
                commit();
                process();
            }
            driver.close();
            try (Stream<Path> files = Files.walk(state)) {
                for (final Path path : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }
}
