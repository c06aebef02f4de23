package org.apache.kafka.streams.processor.internals;

import java.util.Map;

/** The classes of assignors as settings name them. */
final class AssignorSettings {
    private AssignorSettings() {
    }

    static void add(final Map<String, Object> settings, final String assignor) {
        final String internal = "org.apache.kafka.streams.processor.internals.assignment.";
        switch (assignor) {
            case "sticky": settings.put("internal.task.assignor.class", internal + "StickyTaskAssignor"); break;
            case "fallback-prior": settings.put("internal.task.assignor.class", internal + "FallbackPriorTaskAssignor"); break;
            case "high-availability": break;
            default: throw new IllegalArgumentException("This version has no " + assignor);
        }
    }
}
