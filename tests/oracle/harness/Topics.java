package topoviz.oracle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.streams.StreamsConfig;

/** What InternalTopologyBuilder knows about node groups and topics, under the names of every version. */
final class Topics {
    private Topics() {
    }

    /** Node group id to its sorted node names, in order of the ids. */
    static Map<Integer, Collection<String>> nodeGroups(final Object topologyBuilder) {
        final Map<Integer, Collection<String>> groups = new TreeMap<>();
        ((Map<?, ?>) Reflection.call(topologyBuilder, "nodeGroups"))
                .forEach((id, names) -> groups.put((Integer) id, sorted((Collection<?>) names)));
        return groups;
    }

    /**
     * Gives the builder its application id and builds every sub-topology, as starting the application does.
     *
     * <p>Only then does the library know the changelog topics of all stores.
     */
    static void start(final Object topologyBuilder, final StreamsConfig config) {
        Reflection.call(topologyBuilder, "rewriteTopology", new Class<?>[] {StreamsConfig.class}, config);
        final boolean isOld = Reflection.has(topologyBuilder, "build", Integer.class);
        Reflection.call(topologyBuilder, isOld ? "build" : "buildTopology");
        Reflection.call(topologyBuilder, "buildGlobalStateTopology");
        for (final Integer id : nodeGroups(topologyBuilder).keySet()) {
            if (isOld) {
                Reflection.call(topologyBuilder, "build", new Class<?>[] {Integer.class}, id);
            } else {
                Reflection.call(topologyBuilder, "buildSubtopology", new Class<?>[] {int.class}, id);
            }
        }
    }

    /** Sub-topology id to lines "kind: topic"; sub-topologies without source topics are absent, as in the library. */
    static Map<Integer, Collection<String>> topicsOfSubTopologies(final Object topologyBuilder) {
        final Map<Integer, Collection<String>> topics = new TreeMap<>();
        infos(topologyBuilder).forEach((id, info) -> topics.put(numberOf(id), linesOf(info)));
        return topics;
    }

    /** Changelog topics with the settings that they would be made with. */
    static Map<Object, Object> changelogConfigs(final Object topologyBuilder) {
        final Map<Object, Object> configs = new LinkedHashMap<>();
        for (final Object info : infos(topologyBuilder).values()) {
            configs.putAll((Map<?, ?>) Reflection.field(info, "stateChangelogTopics"));
        }
        return configs;
    }

    private static Map<?, ?> infos(final Object topologyBuilder) {
        final boolean isOld = Reflection.has(topologyBuilder, "topicGroups");
        return (Map<?, ?>) Reflection.call(topologyBuilder, isOld ? "topicGroups" : "subtopologyToTopicsInfo");
    }

    /** Since 3.0 a sub-topology is an object with its number. */
    private static Integer numberOf(final Object id) {
        return (Integer) (id instanceof Integer ? id : Reflection.field(id, "nodeGroupId"));
    }

    /** The topics of each copartition group, sorted; the groups stay in the order the library gives them in. */
    static Map<Integer, Collection<String>> copartitionGroups(final Object topologyBuilder) {
        final Map<Integer, Collection<String>> groups = new LinkedHashMap<>();
        for (final Object topics : (Collection<?>) Reflection.call(topologyBuilder, "copartitionGroups")) {
            groups.put(groups.size(), sorted((Collection<?>) topics));
        }
        return groups;
    }

    private static List<String> linesOf(final Object info) {
        final List<String> lines = new ArrayList<>();
        add("source: ", (Collection<?>) Reflection.field(info, "sourceTopics"), lines);
        final Map<?, ?> repartitions = (Map<?, ?>) Reflection.field(info, "repartitionSourceTopics");
        add("repartition source: ", repartitions.keySet(), lines);
        add("partitions: ", partitionCounts(repartitions), lines);
        add("sink: ", (Collection<?>) Reflection.field(info, "sinkTopics"), lines);
        add("changelog: ", ((Map<?, ?>) Reflection.field(info, "stateChangelogTopics")).keySet(), lines);
        return lines;
    }

    private static void add(final String kind, final Collection<?> topics, final List<String> lines) {
        sorted(topics).forEach(topic -> lines.add(kind + topic));
    }

    /** "4 topic" for every repartition topic whose number of partitions the program sets, as it can since 2.6. */
    private static List<String> partitionCounts(final Map<?, ?> repartitions) {
        final List<String> counts = new ArrayList<>();
        repartitions.forEach((topic, topicConfig) -> {
            if (Reflection.returns(topicConfig, "numberOfPartitions", Optional.class)) {
                ((Optional<?>) Reflection.call(topicConfig, "numberOfPartitions"))
                        .ifPresent(count -> counts.add(count + " " + topic));
            }
        });
        return counts;
    }

    private static Collection<String> sorted(final Collection<?> names) {
        final Collection<String> sorted = new TreeSet<>();
        names.forEach(name -> sorted.add(name.toString()));
        return sorted;
    }
}
