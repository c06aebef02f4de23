package topoviz.oracle;

import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** The logical plans of the builders made so far, printed as trees. */
public final class Plans {
    private static final Map<Object, Object> STREAMS_BUILDERS = Collections.synchronizedMap(new IdentityHashMap<>());

    private Plans() {
    }

    /** Called at the end of the constructor of InternalStreamsBuilder; see {@link Agent}. */
    public static void remember(final Object topologyBuilder, final Object streamsBuilder) {
        STREAMS_BUILDERS.put(topologyBuilder, streamsBuilder);
    }

    static void forgetAll() {
        STREAMS_BUILDERS.clear();
    }

    /** The plan behind a topology builder as it stands now, or null when no DSL builder made it. */
    static String planOf(final Object topologyBuilder) {
        final Object streamsBuilder = STREAMS_BUILDERS.get(topologyBuilder);
        if (streamsBuilder == null) {
            return null;
        }
        final StringBuilder tree = new StringBuilder("root");
        final Set<Object> printed = Collections.newSetFromMap(new IdentityHashMap<>());
        printChildren(Reflection.field(streamsBuilder, "root"), 1, printed, tree);
        return tree.toString();
    }

    private static void printChildren(
            final Object parent, final int depth, final Set<Object> printed, final StringBuilder tree) {
        for (final Object child : (Collection<?>) Reflection.call(parent, "children")) {
            tree.append('\n').append("    ".repeat(depth));
            tree.append(Reflection.call(child, "nodeName"));
            tree.append(" (").append(child.getClass().getSimpleName()).append(')');
            if (printed.add(child)) {
                printChildren(child, depth + 1, printed, tree);
            } else {
                tree.append(" ^");
            }
        }
    }
}
