package org.apache.kafka.streams.processor.internals;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.streams.processor.internals.assignment.StreamsAssignmentProtocolVersions;
import org.apache.kafka.streams.processor.internals.assignment.SubscriptionInfo;
import topoviz.oracle.assignment.Members;

/** What a member tells the leader: from 3.6 on, its rack too. */
final class Subscriptions {
    private Subscriptions() {
    }

    static Subscription of(final Members.Member member, final Collection<String> topics) {
        final int version = StreamsAssignmentProtocolVersions.LATEST_SUPPORTED_VERSION;
        final SubscriptionInfo info = new SubscriptionInfo(
            version, version, member.client.processId, null, member.offsetSums(), (byte) 0, 0, member.client.tags);
        return new Subscription(new ArrayList<>(topics), info.encode(), member.owned(), -1, Optional.ofNullable(member.client.rack));
    }
}
