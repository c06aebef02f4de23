"""Asking a cluster: committed offsets of groups, their members, and the ends of partitions.

Everything is asked as `kafka-consumer-groups.sh --describe` asks it, and nothing is changed: DESCRIBE on the groups and
on their topics is enough.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from confluent_kafka import (
    ConsumerGroupState,
    ConsumerGroupTopicPartitions,
    KafkaError,
    KafkaException,
    Node,
    TopicCollection,
    TopicPartition,
)
from confluent_kafka.admin import AdminClient, OffsetSpec, TopicDescription  # type: ignore[attr-defined]

from topoviz.lag.capture.bad_capture import BadCapture, NoGroup, NoLook, NotAllowed
from topoviz.lag.capture.command_config import ClientSettings
from topoviz.lag.capture.look import GroupAnswer, Look, Member, Partition, look_of
from topoviz.lag.capture.topics_file import PartitionFacts, TopicFacts

T = TypeVar("T")
_SECONDS: Final = 10.0
"""For one question."""

_OF_LIBRARY: Final = re.compile(r"^(\S+/\w+: )?|\s*\(after \d+ms in state \w+(, \d+ identical error\S* suppressed)?\)")
"""What the client library puts around the words of an error: the broker that was asked, and how it stood with it."""

_LIMIT: Final[dict[str, Any]] = {"request_timeout": _SECONDS}
_TIMES: Final = 6
_PAUSE: Final = 0.5
_NO_ID: Final = "A" * 22
"""Zero, as ids of topics are written."""

_SOON: Final = frozenset(
    {
        KafkaError.NOT_COORDINATOR,
        KafkaError.COORDINATOR_NOT_AVAILABLE,
        KafkaError.COORDINATOR_LOAD_IN_PROGRESS,
        KafkaError.NOT_LEADER_FOR_PARTITION,
        KafkaError.LEADER_NOT_AVAILABLE,
    }
)
"""What a moment heals."""

_NO_LEADER: Final = frozenset(
    {
        KafkaError._NOENT,
        KafkaError._UNKNOWN_PARTITION,
        KafkaError.UNKNOWN_TOPIC_OR_PART,
        KafkaError.LEADER_NOT_AVAILABLE,
        KafkaError.NOT_LEADER_FOR_PARTITION,
    }
)
_FORBIDDEN: Final = frozenset(
    {
        KafkaError.GROUP_AUTHORIZATION_FAILED,
        KafkaError.TOPIC_AUTHORIZATION_FAILED,
        KafkaError.CLUSTER_AUTHORIZATION_FAILED,
    }
)
_LOGIN: Final = frozenset({KafkaError._AUTHENTICATION, KafkaError._SSL, KafkaError.SASL_AUTHENTICATION_FAILED})


class Cluster:
    """A cluster that is asked; the client library's own lines are kept from the terminal."""

    def __init__(self, address: str, settings: ClientSettings) -> None:
        """Get ready to ask; raises BadCapture for settings that the client library refuses."""
        self._address = address
        self._hide = settings.without_secrets
        self._reasons: list[KafkaError] = []
        self._settings: dict[str, Any] = {
            "client.id": "topoviz-lag-capture",
            **settings.settings,
            "bootstrap.servers": address,
            "error_cb": self._reasons.append,
            "reconnect.backoff.max.ms": 2_000,
        }
        self._names: set[str] = set()
        try:
            self._client = self._connected()
        except KafkaException as error:
            raise BadCapture(f"The client settings are refused: {self._words(error.args[0])}.") from error
        except (TypeError, ValueError) as error:
            raise BadCapture(f"The client settings are refused: {self._hide(str(error))}.") from error

    def _connected(self) -> AdminClient:
        quiet = logging.getLogger(f"{__name__}.client")
        quiet.addHandler(logging.NullHandler())
        quiet.propagate = False
        return AdminClient(self._settings, logger=quiet)

    def look(self, groups: Sequence[str]) -> Look:
        """Look at groups once; raises NoLook where the cluster does not answer or has no such group."""
        self._reasons.clear()
        try:
            return self._look(groups)
        except NoGroup:
            raise
        except NoLook:
            # A client whose coordinator went away while it was asked does not find it again.
            self._client = self._connected()
            raise

    def _look(self, groups: Sequence[str]) -> Look:
        # The shortest question shows soonest whether any broker is there.
        self._asked(lambda: self._client.describe_cluster(**_LIMIT))
        now = datetime.now(UTC)
        answers = [self._group(group) for group in groups]
        partitions = frozenset[Partition]().union(*(one.partitions for one in answers))
        return look_of(now, answers, self._ends(partitions))

    def topics(self, groups: Sequence[str], look: Look) -> list[TopicFacts]:
        """Describe the topics of a look, and those that Kafka Streams made for the groups; raises NoLook."""
        names = {row.topic for row in look.rows}
        if not names <= self._names:
            self._names = names | self._internal(groups)
        wanted = "topics (DESCRIBE)"
        asked = self._client.describe_topics(TopicCollection(sorted(self._names)), **_LIMIT)
        found = []
        for answer in asked.values():
            try:
                found.append(_facts(answer.result()))
            except KafkaException as error:
                if error.args[0].code() not in _NO_LEADER:
                    raise self._why(error.args[0], wanted) from error
                self._names = set()
        return sorted(found, key=lambda one: one.topic)

    def _internal(self, groups: Sequence[str]) -> set[str]:
        """Give topics whose names begin with a group and end as those of Kafka Streams do."""
        try:
            listed = self._client.list_topics(timeout=_SECONDS).topics
        except KafkaException as error:
            raise self._why(error.args[0]) from error
        begins = tuple(f"{group}-" for group in groups)
        return {name for name in listed if name.startswith(begins) and name.endswith(("-changelog", "-repartition"))}

    def groups(self) -> list[str]:
        """Give the groups that one may see, by name, but for streams groups; none where nobody answers."""
        try:
            listed = self._asked(lambda: self._client.list_consumer_groups(**_LIMIT))
        except NoLook:
            return []
        return sorted(one.group_id for one in listed.valid or ())

    def _group(self, group: str) -> GroupAnswer:
        wanted = f"the group {group} (DESCRIBE, and DESCRIBE on its topics)"
        described = self._asked(lambda: self._client.describe_consumer_groups([group], **_LIMIT)[group], wanted)
        asked = ConsumerGroupTopicPartitions(group)
        found = self._asked(lambda: self._client.list_consumer_group_offsets([asked], **_LIMIT)[group], wanted)
        committed = {Partition(one.topic, one.partition): one.offset for one in found.topic_partitions if _is_set(one)}
        owners = {
            Partition(one.topic, one.partition): Member(member.client_id, member.host.removeprefix("/"))
            for member in described.members
            for one in member.assignment.topic_partitions
        }
        is_dead = described.state is ConsumerGroupState.DEAD
        if is_dead and not committed:
            raise NoGroup(group)
        # A group whose members nobody describes as a consumer group's, and that has offsets, is a streams group.
        return GroupAnswer(group, committed, owners, has_hidden_members=is_dead)

    def _ends(self, partitions: Iterable[Partition]) -> dict[Partition, int]:
        """Give the ends of partitions; those of topics that are gone are left out."""
        latest = OffsetSpec.latest()  # type: ignore[no-untyped-call]
        asked = {TopicPartition(*one): latest for one in partitions}
        if not asked:
            return {}
        ends: dict[Partition, int] = {}
        for one, answer in self._client.list_offsets(asked, **_LIMIT).items():
            try:
                ends[Partition(one.topic, one.partition)] = answer.result().offset
            except KafkaException as error:
                if error.args[0].code() not in _NO_LEADER:
                    raise self._why(error.args[0], f"the topic {one.topic} (DESCRIBE)") from error
        return ends

    def _asked(self, question: Callable[[], Future[T]], wanted: str = "") -> T:
        """Ask, and again where a moment heals it; raises NoLook."""
        for more in reversed(range(_TIMES)):
            try:
                return question().result()
            except KafkaException as error:
                if not more or error.args[0].code() not in _SOON:
                    raise self._why(error.args[0], wanted) from error
            time.sleep(_PAUSE)
        raise AssertionError

    def _why(self, error: KafkaError, wanted: str = "") -> NoLook:
        """Say why there is no answer: no permission, a login that is refused, or nobody there."""
        if error.code() in _FORBIDDEN:
            return NotAllowed(f"the cluster does not let this user see {wanted or 'its groups'}")
        self._client.poll(0)
        told = next((one for one in self._reasons if one.code() in _LOGIN), None)
        if told is not None or error.code() in _LOGIN:
            return NoLook(f"{self._address} refuses the login or its certificate: {self._words(told or error)}")
        told = next((one for one in reversed(self._reasons) if one.code() != KafkaError._ALL_BROKERS_DOWN), error)
        return NoLook(f"{self._address} does not answer: {self._words(told)}")

    def _words(self, error: KafkaError) -> str:
        text = _OF_LIBRARY.sub("", " ".join(error.str().split()))
        return self._hide(text).rstrip(". ") or error.name()


def _facts(one: TopicDescription) -> TopicFacts:
    partitions = tuple(
        PartitionFacts(
            each.id,
            _leader(each.leader),
            tuple(node.id for node in each.replicas),
            tuple(node.id for node in each.isr),
        )
        for each in sorted(one.partitions, key=lambda each: each.id)
    )
    topic_id = str(one.topic_id)
    return TopicFacts(one.name, "" if topic_id == _NO_ID else topic_id, partitions)


def _leader(node: Node | None) -> int | None:
    """Give the broker that leads; the library says so in either way that there is none."""
    return node.id if node is not None and node.id >= 0 else None


def _is_set(one: TopicPartition) -> bool:
    return one.error is None and one.offset >= 0
