package topoviz.oracle;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What each store of a task is restored from, and the settings with which its changelog would be made. */
final class Stores {
    private Stores() {
    }

    /** Lines "store: topic settings", sorted; a store that nothing restores has no topic. */
    static Collection<String> changelogs(final Object topologyBuilder) {
        final Map<?, ?> topics = (Map<?, ?>) Reflection.field(topologyBuilder, "storeToChangelogTopic");
        final Map<Object, Object> configs = new TreeMap<>(Topics.changelogConfigs(topologyBuilder));
        final Collection<String> lines = new TreeSet<>();
        for (final Object store : ((Map<?, ?>) Reflection.field(topologyBuilder, "stateFactories")).keySet()) {
            final Object topic = topics.get(store);
            final Object config = topic == null ? null : configs.get(topic);
            lines.add((store + ": " + (topic == null ? "" : topic) + " " + settings(config)).strip());
        }
        return lines;
    }

    private static String settings(final Object config) {
        if (config == null) {
            return "";
        }
        final Class<?>[] parameters = {Map.class, long.class};
        final String method = Reflection.has(config, "properties", parameters) ? "properties" : "getProperties";
        return new TreeMap<>((Map<?, ?>) Reflection.call(config, method, parameters, Map.of(), 0L)).toString();
    }
}
