package topoviz.oracle.assignment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.TaskId;

/** A cluster as the text format of README.md has it: settings, sub-topologies, clients with their threads. */
public final class Cluster {
    public int standbys = 0;
    public long acceptableLag = 10_000;
    public int warmUps = 2;
    public long probingInterval = 600_000;
    public final List<String> tags = new ArrayList<>();
    public String strategy = "none";
    public Integer trafficCost;
    public Integer nonOverlapCost;
    /** What only the leader's whole step asks for, such as `protocol` or `end-offsets`. */
    public final Map<String, String> leader = new LinkedHashMap<>();
    public final Map<Integer, SubTopology> subTopologies = new TreeMap<>();
    public final List<Client> clients = new ArrayList<>();

    /** One sub-topology: its tasks are as many as `partitions`. Racks are listed by partition, then by replica. */
    public static final class SubTopology {
        public boolean isStateful;
        public int partitions;
        public final Map<String, List<List<String>>> sources = new LinkedHashMap<>();
        public final Map<String, List<List<String>>> changelogs = new LinkedHashMap<>();
        public long[] ends = {};
    }

    /** One client; each thread has what it had before. */
    public static final class Client {
        public String name;
        public UUID processId;
        public String rack;
        public final Map<String, String> tags = new LinkedHashMap<>();
        public final List<Thread> threads = new ArrayList<>();
        public final Map<TaskId, Long> lags = new LinkedHashMap<>();
    }

    /** One thread: its previous tasks in the order in which they are listed. */
    public static final class Thread {
        public final Set<TaskId> active = new LinkedHashSet<>();
        public final Set<TaskId> standby = new LinkedHashSet<>();
    }

    public Set<TaskId> tasks() {
        final Set<TaskId> found = new TreeSet<>();
        subTopologies.forEach((id, one) -> {
            for (int partition = 0; partition < one.partitions; partition++) {
                found.add(new TaskId(id, partition));
            }
        });
        return found;
    }

    public Set<TaskId> statefulTasks() {
        final Set<TaskId> found = new TreeSet<>();
        subTopologies.forEach((id, one) -> {
            for (int partition = 0; one.isStateful && partition < one.partitions; partition++) {
                found.add(new TaskId(id, partition));
            }
        });
        return found;
    }

    /** The records in the changelogs of each stateful task. */
    public Map<TaskId, Long> ends() {
        final Map<TaskId, Long> found = new TreeMap<>();
        subTopologies.forEach((id, one) -> {
            for (int partition = 0; one.isStateful && partition < one.partitions; partition++) {
                found.put(new TaskId(id, partition), partition < one.ends.length ? one.ends[partition] : 0L);
            }
        });
        return found;
    }

    /** The lag of a client by stateful task: what is listed, else all that is in the changelogs. */
    public Map<TaskId, Long> lagsOf(final Client client) {
        final Map<TaskId, Long> found = ends();
        found.replaceAll((task, end) -> client.lags.getOrDefault(task, end));
        return found;
    }

    /** The partitions of a task in some topics of its sub-topology. */
    public static Set<TopicPartition> partitions(final Map<String, List<List<String>>> topics, final int partition) {
        final Set<TopicPartition> found = new LinkedHashSet<>();
        topics.forEach((topic, racks) -> {
            if (partition < racks.size()) {
                found.add(new TopicPartition(topic, partition));
            }
        });
        return found;
    }

    /** Read the lines of one cluster. */
    public static Cluster read(final List<String> lines) {
        final Cluster cluster = new Cluster();
        for (final String line : lines) {
            final String[] words = line.trim().split(" +");
            if (!line.isBlank() && !words[0].equals("#")) {
                cluster.read(words[0], Arrays.asList(words).subList(1, words.length));
            }
        }
        for (final Map.Entry<Integer, SubTopology> entry : cluster.subTopologies.entrySet()) {
            cluster.complete(entry.getKey(), entry.getValue());
        }
        return cluster;
    }

    private void complete(final int id, final SubTopology one) {
        if (one.sources.isEmpty()) {
            one.sources.put("in" + id, withoutRacks(one.partitions));
        }
        if (one.isStateful && one.changelogs.isEmpty()) {
            one.changelogs.put("app-store" + id + "-changelog", withoutRacks(one.partitions));
        }
    }

    private static List<List<String>> withoutRacks(final int partitions) {
        final List<List<String>> racks = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            racks.add(List.of());
        }
        return racks;
    }

    private void read(final String what, final List<String> words) {
        switch (what) {
            case "standbys": standbys = Integer.parseInt(words.get(0)); break;
            case "acceptable-lag": acceptableLag = Long.parseLong(words.get(0)); break;
            case "warm-ups": warmUps = Integer.parseInt(words.get(0)); break;
            case "probing-interval": probingInterval = Long.parseLong(words.get(0)); break;
            case "tags": tags.addAll(words); break;
            case "strategy": strategy = words.get(0); break;
            case "traffic-cost": trafficCost = Integer.valueOf(words.get(0)); break;
            case "non-overlap-cost": nonOverlapCost = Integer.valueOf(words.get(0)); break;
            case "leader": leader.put(words.get(0), String.join(" ", words.subList(1, words.size()))); break;
            case "sub-topology": readSubTopology(words); break;
            case "source": subTopologies.get(Integer.valueOf(words.get(0))).sources.put(words.get(1), racks(words)); break;
            case "changelog": subTopologies.get(Integer.valueOf(words.get(0))).changelogs.put(words.get(1), racks(words)); break;
            case "ends": subTopologies.get(Integer.valueOf(words.get(0))).ends =
                words.stream().skip(1).mapToLong(Long::parseLong).toArray(); break;
            case "client": readClient(words); break;
            case "thread": readThread(words); break;
            case "lags": readLags(words); break;
            default: throw new IllegalArgumentException("Not a line of a cluster: " + what);
        }
    }

    private void readSubTopology(final List<String> words) {
        final SubTopology one = new SubTopology();
        one.isStateful = words.get(1).equals("stateful");
        one.partitions = Integer.parseInt(words.get(2));
        subTopologies.put(Integer.valueOf(words.get(0)), one);
    }

    private static List<List<String>> racks(final List<String> words) {
        final List<List<String>> found = new ArrayList<>();
        for (final String word : words.subList(2, words.size())) {
            if (word.startsWith("x")) {
                found.addAll(withoutRacks(Integer.parseInt(word.substring(1))));
            } else {
                found.add(word.equals("-") ? List.of() : List.of(word.split(",")));
            }
        }
        return found;
    }

    private void readClient(final List<String> words) {
        final Client client = new Client();
        client.name = words.get(0);
        client.processId = UUID.fromString(words.get(1));
        for (final String word : words.subList(2, words.size())) {
            final String[] parts = word.split("=", 2);
            if (parts[0].equals("rack")) {
                client.rack = parts[1];
            } else {
                client.tags.put(parts[0], parts[1]);
            }
        }
        clients.add(client);
    }

    private void readThread(final List<String> words) {
        final Thread thread = new Thread();
        Set<TaskId> into = thread.active;
        for (final String word : words) {
            if (word.equals("|")) {
                into = thread.standby;
            } else {
                into.addAll(run(word));
            }
        }
        clients.get(clients.size() - 1).threads.add(thread);
    }

    private void readLags(final List<String> words) {
        final Map<TaskId, Long> lags = clients.get(clients.size() - 1).lags;
        for (final String word : words) {
            final String[] parts = word.split("=");
            run(parts[0]).forEach(task -> lags.put(task, Long.valueOf(parts[1])));
        }
    }

    /** `0_2-5` stands for the tasks 0_2 to 0_5. */
    private static List<TaskId> run(final String word) {
        final int underscore = word.indexOf('_');
        final int dash = word.indexOf('-', underscore);
        final int group = Integer.parseInt(word.substring(0, underscore));
        final int first = Integer.parseInt(word.substring(underscore + 1, dash < 0 ? word.length() : dash));
        final int last = dash < 0 ? first : Integer.parseInt(word.substring(dash + 1));
        final List<TaskId> found = new ArrayList<>();
        for (int partition = first; partition <= last; partition++) {
            found.add(new TaskId(group, partition));
        }
        return found;
    }
}
