"""What happens in the consumer group: joining, revoked, assigned, lost."""

from typing import Final

from topoviz.engine.log_lines.meanings.model import Meaning

GROUP: Final = (
    Meaning(
        (("AbstractCoordinator", "(Re-)joining group"), ("AbstractCoordinator", "Request joining group due to")),
        "A thread asks to join its group, in poll(). All members have to, before the leader assigns.",
        ("joined", "rebalance began"),
        "Again and again: look for members that come and go, and for the reason in this line (from 3.0 on).",
    ),
    Meaning(
        (("AbstractCoordinator", "Successfully joined group"), ("AbstractCoordinator", "Successfully synced group")),
        "The thread is a member of this generation, and has its assignment.",
        ("rebalance ended", "assigned"),
    ),
    Meaning(
        (
            ("ConsumerCoordinator", "Revoke previously assigned partitions"),
            ("ConsumerRebalanceListenerInvoker", "Revoke previously assigned partitions"),
            ("StreamsRebalanceListener", "partition revocation took"),
            ("StreamThread", "partition revocation took"),
            ("StreamThread", "at state {streamThread.state}: partitions {assignment} revoked"),
            ("StreamsRebalanceListener", "Current state {streamThread.state}: revoked"),
        ),
        (
            "Partitions are given back: their tasks commit and are suspended. From 2.4 on only those that move are "
            "revoked."
        ),
        ("revoked",),
        "Took long: the commit or the flush of caches on the way did; that time counts into max.poll.interval.ms.",
    ),
    Meaning(
        (
            ("ConsumerCoordinator", "Lost previously assigned partitions"),
            ("ConsumerRebalanceListenerInvoker", "Lost previously assigned partitions"),
            ("StreamsRebalanceListener", "at state {streamThread.state}: partitions {partitions} lost"),
            ("StreamsRebalanceListener", "partitions lost took"),
            ("TaskManager", "Closing lost active tasks as zombies"),
            ("ConsumerCoordinator", "Giving away all assigned partitions as lost"),
        ),
        "The thread fell out of its group: others have its tasks already. It closes them without a commit.",
        ("lost",),
        (
            "It did not poll within max.poll.interval.ms, or sent no heartbeat within session.timeout.ms: long "
            "processing, a pause of the JVM, or the network. What was not committed is processed again elsewhere."
        ),
    ),
    Meaning(
        (
            ("ConsumerCoordinator", "Adding newly assigned partitions"),
            ("ConsumerRebalanceListenerInvoker", "Adding newly assigned partitions"),
            ("TaskManager", "Handle new assignment with"),
            ("StreamThread", "partition assignment took"),
            ("StreamsRebalanceListener", "partition assignment took"),
            ("ConsumerCoordinator", "Updating assignment with"),
            ("ConsumerCoordinator", "Notifying assignor about the new"),
        ),
        "The thread learns which tasks it has; new ones are made, and those that left it are closed.",
        ("assigned", "task created"),
    ),
    Meaning(
        (
            ("ConsumerCoordinator", "Setting offset for partition"),
            ("ConsumerUtils", "Setting offset for partition"),
            ("ConsumerCoordinator", "Found no committed offset for partition"),
        ),
        "Where reading begins: at the committed offset, or without one where auto.offset.reset says.",
        ("came back", "assigned"),
        (
            "No offset of an application that ran before: another application.id, or offsets.retention.minutes have "
            "passed."
        ),
    ),
    Meaning(
        (
            ("SubscriptionState", "Resetting offset for partition"),
            ("Fetcher", "Resetting offset for partition"),
            ("StreamThread", "Setting topic"),
            ("StreamThread", "Found no valid offset for"),
        ),
        "A partition is read from its beginning or its end, since there is no committed offset, or it is out of range.",
        (),
        "Out of range: retention has deleted what was not read yet; those records are lost.",
    ),
    Meaning(
        (("AbstractCoordinator", "Attempt to heartbeat failed"), ("AbstractCoordinator", "Resetting generation")),
        "A heartbeat tells the member that the group rebalances, or that it is not in it any more.",
        ("rebalance began", "member gone"),
    ),
    Meaning(
        (
            ("AbstractCoordinator", "Member {memberId} sending LeaveGroup"),
            ("AbstractCoordinator", "Sending LeaveGroup"),
        ),
        "A member leaves by itself; its reason stands in the line from 2.4 on. Kafka Streams does not on close().",
        ("member gone",),
    ),
    Meaning(
        (("AbstractCoordinator", "Group coordinator"), ("AbstractCoordinator", "Discovered group coordinator")),
        "The broker that coordinates the group was found, or was lost.",
        (),
        "Lost often: that broker is restarted, overloaded, or not reachable.",
    ),
    Meaning(
        (("StreamThread", "Triggering the followup rebalance"), ("StreamThread", "Version probing detected")),
        "A probing rebalance, from 2.6 on: whether warm-up tasks have caught up, so that tasks can move.",
        ("rebalance began",),
        (
            "It ends when all are at most acceptable.recovery.lag behind; probing.rebalance.interval.ms is how often "
            "it asks."
        ),
    ),
)
