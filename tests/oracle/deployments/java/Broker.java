package topoviz.oracle.deployments;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

import topoviz.oracle.Json;

/**
 * A broker, and what people ask brokers: a command a line, words separated by tabs, and for each a line of JSON.
 *
 * <p>Arguments: the broker's properties file, and its address.
 */
public final class Broker {
    private static final Duration BRIEFLY = Duration.ofMillis(100);

    private final Admin admin;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;

    private Broker(final String address) {
        admin = Admin.create(Map.of("bootstrap.servers", address));
        final Map<String, Object> of = Map.of("bootstrap.servers", address, "linger.ms", "0");
        producer = new KafkaProducer<>(of, new ByteArraySerializer(), new ByteArraySerializer());
        final Map<String, Object> reading = Map.of(
                "bootstrap.servers", address, "isolation.level", "read_committed", "metadata.max.age.ms", "500",
                "auto.offset.reset", "earliest", "enable.auto.commit", "false");
        consumer = new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    public static void main(final String[] arguments) throws Exception {
        final PrintStream out = System.out;
        System.setOut(System.err);
        final Thread server = new Thread(() -> kafka.Kafka.main(new String[] {arguments[0]}), "broker");
        server.setDaemon(true);
        server.start();
        final Broker broker = new Broker(arguments[1]);
        final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Object answer;
            try {
                answer = broker.answer(line.split("\t", -1));
            } catch (final Exception exception) {
                answer = Map.of("failed", exception.toString());
            }
            out.println(Json.text(answer));
            out.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    private Object answer(final String[] words) throws Exception {
        final List<String> rest = List.of(words).subList(1, words.length);
        switch (words[0]) {
            case "create":
                return create(rest.get(0), Integer.parseInt(rest.get(1)), rest.subList(2, rest.size()));
            case "delete":
                admin.deleteTopics(rest).all().get();
                return List.of();
            case "topics":
                return topics(rest.get(0));
            case "send":
                return send(rest.get(0), rest.subList(1, rest.size()));
            case "records":
                return records(rest.get(0));
            case "live":
                return live(rest.get(0));
            case "unread":
                return unread(rest.get(0), rest.subList(1, rest.size()));
            case "group":
                return group(rest.get(0));
            case "copy":
                return copy(rest.get(0), rest.get(1));
            default:
                throw new IllegalArgumentException(words[0]);
        }
    }

    /** Make a topic and wait until the broker knows it; one of the same name that was just deleted may be in the way. */
    private Object create(final String name, final int partitions, final List<String> settings) throws Exception {
        final Map<String, String> configs = new HashMap<>();
        for (final String setting : settings) {
            configs.put(setting.split("=")[0], setting.split("=")[1]);
        }
        for (int attempt = 0; ; attempt++) {
            try {
                final NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(configs);
                final Uuid made = admin.createTopics(List.of(topic)).topicId(name).get();
                while (!made.equals(known(name))) {
                    Thread.sleep(BRIEFLY.toMillis());
                }
                return List.of();
            } catch (final ExecutionException exception) {
                if (!(exception.getCause() instanceof TopicExistsException) || attempt == 50) {
                    throw exception;
                }
                Thread.sleep(BRIEFLY.toMillis());
            }
        }
    }

    private Uuid known(final String name) throws InterruptedException {
        try {
            return admin.describeTopics(List.of(name)).allTopicNames().get().get(name).topicId();
        } catch (final ExecutionException exception) {
            return null;
        }
    }

    /** Topics whose name begins with a text, and how many partitions they have. */
    private Map<String, Object> topics(final String beginning) throws Exception {
        final Set<String> names = new TreeSet<>(admin.listTopics().names().get());
        names.removeIf(name -> !name.startsWith(beginning));
        final Map<String, Object> found = new TreeMap<>();
        for (final TopicDescription one : admin.describeTopics(names).allTopicNames().get().values()) {
            found.put(one.name(), one.partitions().size());
        }
        return found;
    }

    /** Send records, each as KEY=VALUE or KEY=VALUE@TIME, an empty value as a tombstone. */
    private Object send(final String topic, final List<String> records) throws Exception {
        for (final String record : records) {
            final String[] timed = record.split("@");
            final String[] pair = timed[0].split("=", 2);
            final Long time = timed.length > 1 ? Long.valueOf(timed[1]) : null;
            final byte[] value = pair[1].isEmpty() ? null : pair[1].getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>(topic, null, time, pair[0].getBytes(StandardCharsets.UTF_8), value)).get();
        }
        return List.of();
    }

    /** All committed records of a topic, as texts. */
    private List<String> records(final String topic) throws Exception {
        final List<String> found = new ArrayList<>();
        for (final ConsumerRecord<byte[], byte[]> one : read(topic, Map.of())) {
            found.add(text(one.key()) + "=" + text(one.value()));
        }
        return found;
    }

    /** How many keys of a topic have a value: what a store that is restored from it would have. */
    private Object live(final String topic) throws Exception {
        final Map<String, Boolean> last = new LinkedHashMap<>();
        for (final ConsumerRecord<byte[], byte[]> one : read(topic, Map.of())) {
            last.put(HexFormat.of().formatHex(one.key()), one.value() != null);
        }
        return (int) last.values().stream().filter(is -> is).count();
    }

    /** How many records of each topic a group has not read, of those that it has a committed offset of, or else of all. */
    private Map<String, Object> unread(final String group, final List<String> topics) throws Exception {
        final Map<TopicPartition, OffsetAndMetadata> offsets = admin
                .listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec()))
                .partitionsToOffsetAndMetadata(group).get();
        final Map<TopicPartition, Long> from = new HashMap<>();
        offsets.forEach((partition, offset) -> {
            if (offset != null) {
                from.put(partition, offset.offset());
            }
        });
        final Map<String, Object> found = new TreeMap<>();
        for (final String name : topics) {
            final int count = read(name, from).size();
            if (count > 0) {
                found.put(name, count);
            }
        }
        return found;
    }

    private Object group(final String id) throws Exception {
        final Collection<GroupListing> groups = admin.listGroups().all().get();
        for (final GroupListing one : groups) {
            if (one.groupId().equals(id)) {
                return one.groupState().map(Object::toString).orElse("unknown");
            }
        }
        return "none";
    }

    /** Copy a topic byte by byte, partition by partition, as a tool for mirroring does. */
    private Object copy(final String from, final String to) throws Exception {
        final List<ConsumerRecord<byte[], byte[]>> records = read(from, Map.of());
        for (final ConsumerRecord<byte[], byte[]> one : records) {
            producer.send(new ProducerRecord<>(
                    to, one.partition(), one.timestamp(), one.key(), one.value(), one.headers())).get();
        }
        return records.size();
    }

    private List<ConsumerRecord<byte[], byte[]>> read(final String topic, final Map<TopicPartition, Long> from)
            throws Exception {
        final List<TopicPartition> partitions = new ArrayList<>();
        final TopicDescription described = admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
        described.partitions().forEach(one -> partitions.add(new TopicPartition(topic, one.partition())));
        consumer.assign(partitions);
        final Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
        final Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        for (final TopicPartition one : partitions) {
            consumer.seek(one, Math.max(begins.get(one), from.getOrDefault(one, 0L)));
        }
        final List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
            consumer.poll(BRIEFLY).forEach(found::add);
        }
        return found;
    }

    private static String text(final byte[] bytes) {
        if (bytes == null) {
            return "null";
        }
        if (bytes.length == Long.BYTES && bytes[0] == 0) {
            return String.valueOf(java.nio.ByteBuffer.wrap(bytes).getLong());
        }
        final String text = new String(bytes, StandardCharsets.UTF_8);
        final boolean isPrintable = text.chars().allMatch(one -> one > ' ' && one < 127)
                && Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
        return isPrintable ? text : "0x" + HexFormat.of().formatHex(bytes);
    }
}
