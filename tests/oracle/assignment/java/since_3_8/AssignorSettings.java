package org.apache.kafka.streams.processor.internals;

import java.util.Map;

/** The classes of assignors as settings name them, the public one among them (KIP-924). */
final class AssignorSettings {
    private AssignorSettings() {
    }

    static void add(final Map<String, Object> settings, final String assignor) {
        final String internal = "org.apache.kafka.streams.processor.internals.assignment.";
        switch (assignor) {
            case "sticky": settings.put("internal.task.assignor.class", internal + "LegacyStickyTaskAssignor"); break;
            case "fallback-prior": settings.put("internal.task.assignor.class", internal + "FallbackPriorTaskAssignor"); break;
            case "high-availability": break;
            case "public-sticky": settings.put("task.assignor.class",
                "org.apache.kafka.streams.processor.assignment.assignors.StickyTaskAssignor"); break;
            default: throw new IllegalArgumentException("This version has no " + assignor);
        }
    }
}
