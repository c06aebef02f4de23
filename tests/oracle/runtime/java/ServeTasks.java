package org.apache.kafka.streams.processor.internals;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.LogAndContinueExceptionHandler;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.FailOnInvalidTimestamp;
import org.apache.kafka.streams.processor.LogAndSkipOnInvalidTimestamp;
import org.apache.kafka.streams.processor.ProcessorContext;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.processor.UsePartitionTimeOnInvalidTimestamp;
import org.apache.kafka.streams.processor.WallclockTimestampExtractor;
import org.apache.kafka.streams.processor.internals.metrics.StreamsMetricsImpl;
import org.apache.kafka.streams.state.internals.ThreadCache;

/**
 * Drives the real StreamTask of one version, call by call, as long as it is asked.
 *
 * <p>A request is lines of calls and a line with a dot; the answer is a line for each call, and a line with a dot. What
 * a constructor takes differs between versions, so it is given whatever of ours fits the type of each parameter.
 */
public final class ServeTasks {
    private static final String UNREADABLE = "x";

    private final List<String> processed = new ArrayList<>();
    private final Set<TopicPartition> paused = new TreeSet<>(ServeTasks::compare);
    private final List<TopicPartition> partitions = new ArrayList<>();
    private final Map<TopicPartition, OffsetAndMetadata> stored = new HashMap<>();
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private final Map<TopicPartition, Long> lags = new HashMap<>();
    private final Map<String, Cancellable> schedules = new HashMap<>();
    private final Set<String> askedToCancel = new LinkedHashSet<>();
    private Map<TopicPartition, OffsetAndMetadata> committed = Collections.emptyMap();
    private StreamTask task;
    private Object context;
    private ProcessorNode node;
    private long now;

    private ServeTasks() {
    }

    public static void main(final String[] arguments) throws Exception {
        final PrintStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        final BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        ServeTasks current = new ServeTasks();
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            if (line.equals(".")) {
                answers.println(".");
                answers.flush();
                current = new ServeTasks();
            } else {
                answers.println(current.answer(line.split(" ")));
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private String answer(final String[] words) throws Exception {
        try {
            return call(words);
        } catch (final InvocationTargetException wrapped) {
            if (wrapped.getCause() instanceof StreamsException) {
                return "refused";
            }
            throw wrapped;
        } catch (final StreamsException refused) {
            return "refused";
        }
    }

    private String call(final String[] words) throws Exception {
        switch (words[0]) {
            case "task":
                return begin(words);
            case "at":
                now = Long.parseLong(words[1]);
                return "at";
            case "add":
                return add(partition(words[1]), Arrays.asList(words).subList(2, words.length));
            case "lag":
                lags.put(partition(words[1]), words[2].equals("-") ? null : Long.valueOf(words[2]));
                return "lag";
            case "turn":
                optional("resumePollingForPartitionsWithAvailableSpace");
                optional("updateLags");
                return "paused=" + paused;
            case "process":
                return process();
            case "schedule":
                return schedule(words[1], words[2], Long.parseLong(words[3]));
            case "cancel":
                schedules.get(words[1]).cancel();
                return "cancelled";
            case "cancel-when-called":
                askedToCancel.add(words[1]);
                return "noted";
            case "punctuate":
                return punctuate(words[1]);
            case "commit":
                return commit();
            case "suspend":
                return suspend();
            case "resume":
                return resume();
            case "checkpoint":
                return checkpoint(Long.parseLong(words[1]), Long.parseLong(words[2]));
            default:
                throw new IllegalArgumentException(words[0]);
        }
    }

    private String begin(final String[] words) throws Exception {
        final long idle = Long.parseLong(words[1]);
        final int most = Integer.parseInt(words[2]);
        final Map<String, String> extractors = new TreeMap<>();
        for (final String word : Arrays.asList(words).subList(3, words.length)) {
            final String[] parts = word.split("/");
            final TopicPartition partition = partition(parts[0]);
            partitions.add(partition);
            extractors.put(partition.topic(), parts.length > 1 ? parts[1] : "fail");
        }
        final Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        properties.put("max.task.idle.ms", idle);
        properties.put("buffered.records.per.partition", most);
        properties.put("state.dir", Files.createTempDirectory("topoviz-runtime").toString());
        properties.put("default.deserialization.exception.handler", LogAndContinueExceptionHandler.class);
        final StreamsConfig config = new StreamsConfig(properties);
        final Topology built = topology(extractors, properties);
        final InternalTopologyBuilder builder = (InternalTopologyBuilder) field(built, "internalTopologyBuilder");
        final ProcessorTopology topology = build(builder, config);
        final Time time = time();
        final LogContext log = new LogContext();
        final Metrics metrics = new Metrics();
        final StreamsMetricsImpl streamsMetrics = make(StreamsMetricsImpl.class, metrics, "latest", time);
        final StateDirectory directory = make(StateDirectory.class, config, time);
        final TaskId id = new TaskId(0, 0);
        final Set<TopicPartition> assigned = new java.util.HashSet<>(partitions);
        final ThreadCache cache = make(ThreadCache.class, log, streamsMetrics);
        final Consumer<?, ?> consumer = (Consumer<?, ?>) proxy(Consumer.class);
        final Object collector = proxy(RecordCollector.class);
        final List<Object> given = new ArrayList<>(Arrays.asList(
            id, assigned, topology, consumer, config, streamsMetrics, directory, cache, time, collector, log,
            proxy(ChangelogReader.class),
            Collections.emptyMap(), Collections.emptySet()
        ));
        addTaskConfig(given, config);
        final Class<?> manager = ProcessorStateManager.class;
        for (final Object type : Optional.ofNullable(constants("org.apache.kafka.streams.processor.internals.Task$TaskType"))
            .orElse(new Object[0])) {
            if (type.toString().equals("ACTIVE")) {
                given.add(type);
            }
        }
        if (needs(StreamTask.class, manager)) {
            final Object state = make(manager, given.toArray());
            given.add(state);
            given.add(make(ProcessorContextImpl.class, given.toArray()));
        } else {
            given.add((StreamTask.class.getDeclaredClasses().length > 0) ? supplier() : null);
        }
        task = make(StreamTask.class, given.toArray());
        context = inherited(task, "processorContext");
        start();
        node = topology.processors().get(topology.processors().size() - 1);
        return "begun";
    }

    private void start() throws Exception {
        if (has("initializeIfNeeded")) {
            task.getClass().getMethod("initializeIfNeeded").invoke(task);
            restored();
        } else {
            for (final String name : List.of("initializeMetadata", "initializeStateStores", "initializeTopology")) {
                method(name).invoke(task);
            }
        }
    }

    private void restored() throws Exception {
        final Method restored = method("completeRestoration");
        final Object[] none = new Object[restored.getParameterCount()];
        if (none.length == 1) {
            none[0] = (java.util.function.Consumer<Set<TopicPartition>>) reset -> { };
        }
        restored.invoke(task, none);
    }

    private Topology topology(final Map<String, String> extractors, final Properties properties) {
        final StreamsBuilder builder = new StreamsBuilder();
        for (final Map.Entry<String, String> one : extractors.entrySet()) {
            builder
                .stream(
                    one.getKey(),
                    Consumed.with(Serdes.String(), Serdes.serdeFrom(Serdes.String().serializer(), new Reads()))
                        .withTimestampExtractor(extractor(one.getValue()))
                )
                .foreach((key, value) -> processed.add(value));
        }
        return builder.build(properties);
    }

    private ProcessorTopology build(final InternalTopologyBuilder builder, final StreamsConfig config) throws Exception {
        builder.rewriteTopology(config);
        for (final String name : List.of("buildTopology", "build")) {
            for (final Method method : InternalTopologyBuilder.class.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == 0) {
                    method.setAccessible(true);
                    return (ProcessorTopology) method.invoke(builder);
                }
            }
        }
        throw new IllegalStateException("no topology");
    }

    private void addTaskConfig(final List<Object> given, final StreamsConfig config) throws Exception {
        try {
            final Class<?> type = Class.forName("org.apache.kafka.streams.TopologyConfig");
            final Object made = make(type, null, config, new Properties());
            given.add(type.getMethod("getTaskConfig").invoke(made));
        } catch (final ClassNotFoundException old) {
            // The task takes the settings themselves.
        }
    }

    private static TimestampExtractor extractor(final String name) {
        switch (name) {
            case "skip":
                return new LogAndSkipOnInvalidTimestamp();
            case "partition-time":
                return new UsePartitionTimeOnInvalidTimestamp();
            case "wall-clock":
                return new WallclockTimestampExtractor();
            default:
                return new FailOnInvalidTimestamp();
        }
    }

    private String add(final TopicPartition partition, final List<String> records) throws Exception {
        final List<ConsumerRecord<byte[], byte[]>> raw = new ArrayList<>();
        for (final String one : records) {
            final String[] parts = one.split(":");
            final long offset = Long.parseLong(parts[0]);
            final String value = parts.length > 2 ? UNREADABLE : partition + ":" + offset;
            raw.add(record(partition, offset, Long.parseLong(parts[1]), value.getBytes(StandardCharsets.UTF_8)));
            positions.put(partition, offset + 1);
        }
        if (!raw.isEmpty() && has("updateNextOffsets")) {
            method("updateNextOffsets")
                .invoke(task, partition, new OffsetAndMetadata(positions.get(partition), Optional.empty(), ""));
        }
        task.addRecords(partition, raw);
        return "paused=" + paused;
    }

    @SuppressWarnings("unchecked")
    private static ConsumerRecord<byte[], byte[]> record(
        final TopicPartition partition, final long offset, final long time, final byte[] value
    ) throws Exception {
        for (final Constructor<?> one : ConsumerRecord.class.getConstructors()) {
            final Class<?>[] types = one.getParameterTypes();
            if (types.length == 11 && types[10] == Optional.class) {
                return (ConsumerRecord<byte[], byte[]>) one.newInstance(
                    partition.topic(), partition.partition(), offset, time, TimestampType.CREATE_TIME, 0, 0, null, value,
                    new RecordHeaders(), Optional.empty()
                );
            }
        }
        for (final Constructor<?> one : ConsumerRecord.class.getConstructors()) {
            final Class<?>[] types = one.getParameterTypes();
            if (types.length == 11 && types[10] == Headers.class) {
                return (ConsumerRecord<byte[], byte[]>) one.newInstance(
                    partition.topic(), partition.partition(), offset, time, TimestampType.CREATE_TIME, 0L, 0, 0, null,
                    value, new RecordHeaders()
                );
            }
        }
        throw new IllegalStateException("no record");
    }

    private String process() throws Exception {
        processed.clear();
        boolean did;
        final Method withTime = method("process");
        if (withTime.getParameterCount() == 1) {
            did = (boolean) withTime.invoke(task, now);
        } else {
            did = (boolean) method("isProcessable").invoke(task, now) && (boolean) withTime.invoke(task);
        }
        final Object group = inherited(task, "partitionGroup");
        final Object streamTime = call(group, "streamTime");
        return (did ? "did " + processed : "waits") + " time=" + streamTime + " paused=" + paused;
    }

    private String schedule(final String name, final String type, final long interval) throws Exception {
        setNode(node);
        try {
            final PunctuationType clock =
                type.equals("stream") ? PunctuationType.STREAM_TIME : PunctuationType.WALL_CLOCK_TIME;
            schedules.put(name, task.schedule(interval, clock, time -> {
                processed.add(name + "@" + time);
                if (askedToCancel.remove(name)) {
                    schedules.get(name).cancel();
                }
            }));
        } catch (final IllegalArgumentException refused) {
            return "refused";
        } finally {
            setNode(null);
        }
        return "scheduled";
    }

    private void setNode(final ProcessorNode current) throws Exception {
        for (final Method one : context.getClass().getMethods()) {
            if (one.getName().equals("setCurrentNode")) {
                one.setAccessible(true);
                one.invoke(context, current);
                return;
            }
        }
        throw new IllegalStateException("no setCurrentNode");
    }

    private String punctuate(final String type) {
        processed.clear();
        final boolean did =
            type.equals("stream") ? task.maybePunctuateStreamTime() : task.maybePunctuateSystemTime();
        return (did ? "did " : "nothing ") + processed;
    }

    private String commit() throws Exception {
        committed = Collections.emptyMap();
        if (has("prepareCommit")) {
            committed = prepare();
            after(false);
        } else if ((boolean) call(task, "commitNeeded")) {
            call(task, "commit");
        }
        return committed();
    }

    @SuppressWarnings("unchecked")
    private Map<TopicPartition, OffsetAndMetadata> prepare() throws Exception {
        final Method prepare = method("prepareCommit");
        return (Map<TopicPartition, OffsetAndMetadata>) (prepare.getParameterCount() == 0
            ? prepare.invoke(task) : prepare.invoke(task, true));
    }

    private void after(final boolean enforced) throws Exception {
        final Method post = method("postCommit");
        post.invoke(task, post.getParameterCount() == 0 ? new Object[0] : new Object[] {enforced});
    }

    /** Commit and suspend, as TaskManager#handleRevocation does; until 2.5 the task commits by itself. */
    private String suspend() throws Exception {
        committed = Collections.emptyMap();
        if (has("prepareCommit")) {
            committed = prepare();
            final String said = committed();
            after(true);
            find(StreamTask.class, "suspend", 0).invoke(task);
            return said;
        }
        final Object group = inherited(task, "partitionGroup");
        final Map<TopicPartition, Object> times = new HashMap<>();
        for (final TopicPartition one : partitions) {
            times.put(one, timestamp(group, one));
        }
        find(StreamTask.class, "suspend", 0).invoke(task);
        final Map<String, String> said = new TreeMap<>();
        committed.forEach((one, offset) -> said.put(one.toString(), offset.offset() + "@" + times.get(one)));
        stored.putAll(committed);
        return "committed " + said;
    }

    private String resume() throws Exception {
        paused.clear();
        find(StreamTask.class, "resume", 0).invoke(task);
        if (has("completeRestoration")) {
            restored();
        } else {
            call(task, "initializeTopology");
        }
        return "resumed time=" + call(inherited(task, "partitionGroup"), "streamTime") + " paused=" + paused;
    }

    private static String checkpoint(final long before, final long after) throws Exception {
        final Method needed = find(StateManagerUtil.class, "checkpointNeeded", 3);
        if (needed == null) {
            return "true";
        }
        needed.setAccessible(true);
        final TopicPartition log = new TopicPartition("log", 0);
        return String.valueOf(needed.invoke(null, false, Map.of(log, before), Map.of(log, after)));
    }

    private static Object timestamp(final Object group, final TopicPartition partition) throws Exception {
        final Method time = find(group.getClass(), "partitionTimestamp", 1);
        time.setAccessible(true);
        return time.invoke(group, partition);
    }

    private String committed() throws Exception {
        stored.putAll(committed);
        final Map<String, String> said = new TreeMap<>();
        final Object group = inherited(task, "partitionGroup");
        for (final Map.Entry<TopicPartition, OffsetAndMetadata> one : committed.entrySet()) {
            said.put(one.getKey().toString(), one.getValue().offset() + "@" + timestamp(group, one.getKey()));
        }
        return "committed " + said;
    }

    private Object supplier() {
        return proxy(StreamTask.class.getDeclaredClasses()[0]);
    }

    /** Stands for the clients: what is asked of a consumer is remembered, and nothing is sent. */
    private Object proxy(final Class<?> type) {
        return Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {type}, (self, method, values) -> {
            switch (method.getName()) {
                case "pause":
                    paused.addAll((Collection<TopicPartition>) values[0]);
                    return null;
                case "resume":
                    paused.removeAll((Collection<TopicPartition>) values[0]);
                    return null;
                case "position":
                    return positions.getOrDefault((TopicPartition) values[0], 0L);
                case "currentLag":
                    final Long lag = lags.get((TopicPartition) values[0]);
                    return lag == null ? OptionalLong.empty() : OptionalLong.of(lag);
                case "commitSync":
                    committed = (Map<TopicPartition, OffsetAndMetadata>) values[0];
                    return null;
                case "committed":
                    return new HashMap<>(stored);
                case "get":
                    return proxy(Producer.class);
                case "hashCode":
                    return System.identityHashCode(self);
                case "equals":
                    return self == values[0];
                case "toString":
                    return type.getSimpleName();
                default:
                    return nothing(method.getReturnType());
            }
        });
    }

    private static Object nothing(final Class<?> type) {
        if (Map.class.isAssignableFrom(type)) {
            return new HashMap<>();
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == long.class) {
            return 0L;
        }
        return type == int.class ? (Object) 0 : type == Optional.class ? Optional.empty() : null;
    }

    private Time time() {
        return (Time) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Time.class}, (self, method, values) -> {
            switch (method.getName()) {
                case "milliseconds":
                case "hiResClockMs":
                    return now;
                case "nanoseconds":
                    return now * 1_000_000L;
                default:
                    return nothing(method.getReturnType());
            }
        });
    }

    /** Make an object with its largest constructor, each parameter with what of `given` has its type. */
    @SuppressWarnings("unchecked")
    private static <T> T make(final Class<T> type, final Object... given) throws Exception {
        final Constructor<?> largest = Arrays.stream(type.getDeclaredConstructors())
            .max(java.util.Comparator.comparingInt(Constructor::getParameterCount)).get();
        largest.setAccessible(true);
        final Class<?>[] types = largest.getParameterTypes();
        final Object[] values = new Object[types.length];
        for (int at = 0; at < types.length; at++) {
            final Class<?> wanted = types[at];
            values[at] = Arrays.stream(given).filter(wanted::isInstance).findFirst().orElse(
                wanted.isPrimitive() ? nothing(wanted) : null
            );
        }
        return (T) largest.newInstance(values);
    }

    private static boolean needs(final Class<?> type, final Class<?> parameter) {
        return Arrays.stream(type.getDeclaredConstructors())
            .anyMatch(one -> Arrays.asList(one.getParameterTypes()).contains(parameter));
    }

    private static Object[] constants(final String name) {
        try {
            return Class.forName(name).getEnumConstants();
        } catch (final ClassNotFoundException missing) {
            return null;
        }
    }

    private boolean has(final String name) {
        return find(StreamTask.class, name, -1) != null;
    }

    private Method method(final String name) {
        final Method found = find(StreamTask.class, name, -1);
        found.setAccessible(true);
        return found;
    }

    private static Method find(final Class<?> type, final String name, final int parameters) {
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            for (final Method method : one.getDeclaredMethods()) {
                if (method.getName().equals(name) && !method.isBridge()
                    && (parameters < 0 || method.getParameterCount() == parameters)) {
                    return method;
                }
            }
        }
        return null;
    }

    private static Object call(final Object on, final String name) throws Exception {
        final Method found = find(on.getClass(), name, 0);
        found.setAccessible(true);
        return found.invoke(on);
    }

    private void optional(final String name) throws Exception {
        if (has(name)) {
            method(name).invoke(task);
        }
    }

    private static Object field(final Object on, final String name) throws Exception {
        final Field found = on.getClass().getDeclaredField(name);
        found.setAccessible(true);
        return found.get(on);
    }

    private static Object inherited(final Object on, final String name) throws Exception {
        for (Class<?> type = on.getClass(); type != null; type = type.getSuperclass()) {
            for (final Field one : type.getDeclaredFields()) {
                if (one.getName().equals(name)) {
                    one.setAccessible(true);
                    return one.get(on);
                }
            }
        }
        throw new NoSuchFieldException(name);
    }

    private static TopicPartition partition(final String text) {
        final int dash = text.lastIndexOf('-');
        return new TopicPartition(text.substring(0, dash), Integer.parseInt(text.substring(dash + 1)));
    }

    private static int compare(final TopicPartition one, final TopicPartition other) {
        return one.toString().compareTo(other.toString());
    }

    /** A text, but for the one that stands for a record that cannot be read. */
    public static final class Reads implements Deserializer<String> {
        @Override
        public String deserialize(final String topic, final byte[] data) {
            final String text = new String(data, StandardCharsets.UTF_8);
            if (text.equals(UNREADABLE)) {
                throw new SerializationException("unreadable");
            }
            return text;
        }
    }
}
