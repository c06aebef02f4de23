"""The settings that decide what an instance needs: what is given, else the default of the version, with its source.

A setting of a consumer or producer may stand under its own name or under a prefix; the narrower prefix wins, as in
StreamsConfig#getMainConsumerConfigs, #getRestoreConsumerConfigs, #getGlobalConsumerConfigs and #getProducerConfigs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from topoviz.engine.assignment.reading_settings import BadSetting, whole_number
from topoviz.engine.assignment.setting_source import ASKED, DEFAULT, Source
from topoviz.engine.versions import Behaviours, behaviour_named

_INT: Final = 2**31 - 1
_LONG: Final = 2**63 - 1


class Part(StrEnum):
    """Whose a setting is, as the prefix says that it may stand under."""

    STREAMS = ""
    PRODUCER = "producer."
    MAIN_CONSUMER = "main.consumer."
    RESTORE_CONSUMER = "restore.consumer."
    GLOBAL_CONSUMER = "global.consumer."


_CONSUMERS: Final = (Part.MAIN_CONSUMER, Part.RESTORE_CONSUMER, Part.GLOBAL_CONSUMER)
_ANY_CONSUMER: Final = "consumer."


@dataclass(frozen=True, slots=True)
class Setting:
    """The value that holds; `source` is the name under which it was given, or the class that has the default."""

    name: str
    value: int | str
    is_given: bool
    source: str
    said_by: Source = DEFAULT


@dataclass(frozen=True, slots=True)
class _Option:
    parts: tuple[Part, ...]
    read: Callable[[str], int | str]
    default: int | str
    source: str
    since: str | None = None
    until: str | None = None


def _text(text: str) -> str:
    return text.strip()


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        for word in words:
            if text.strip().lower() == word.lower():
                return word
        raise ValueError(f"is not one of {', '.join(words)}: {text[:40]!r}.")

    return read


_STREAMS: Final = (Part.STREAMS,)
_PRODUCER: Final = (Part.PRODUCER,)

OPTIONS: Final[Mapping[str, _Option]] = {
    "processing.guarantee": _Option(
        _STREAMS,
        _one_of("at_least_once", "exactly_once", "exactly_once_beta", "exactly_once_v2"),
        "at_least_once",
        "StreamsConfig",
    ),
    "buffered.records.per.partition": _Option(_STREAMS, whole_number(0, _INT), 1000, "StreamsConfig"),
    "cache.max.bytes.buffering": _Option(_STREAMS, whole_number(0, _LONG), 10 << 20, "StreamsConfig"),
    "statestore.cache.max.bytes": _Option(
        _STREAMS, whole_number(0, _LONG), 10 << 20, "StreamsConfig", "has_cache_of_stores"
    ),
    "rocksdb.config.setter": _Option(_STREAMS, _text, "", "StreamsConfig"),
    "default.dsl.store": _Option(
        _STREAMS, _one_of("rocksDB", "in_memory"), "rocksDB", "StreamsConfig", "chooses_dsl_stores"
    ),
    "dsl.store.suppliers.class": _Option(_STREAMS, _text, "", "StreamsConfig", "chooses_dsl_suppliers"),
    "metrics.recording.level": _Option(_STREAMS, _one_of("INFO", "DEBUG", "TRACE"), "INFO", "StreamsConfig"),
    "group.protocol": _Option(
        _STREAMS, _one_of("classic", "streams"), "classic", "StreamsConfig", "has_streams_groups"
    ),
    "__state.updater.enabled__": _Option(
        _STREAMS, _one_of("true", "false"), "true", "StreamsConfig.InternalConfig",
        "restores_apart", "always_restores_apart",
    ),
    "buffer.memory": _Option(_PRODUCER, whole_number(0, _LONG), 32 << 20, "ProducerConfig"),
    "max.poll.records": _Option(
        (Part.MAIN_CONSUMER,), whole_number(1, _INT), 1000, "StreamsConfig.CONSUMER_DEFAULT_OVERRIDES"
    ),
    "max.poll.interval.ms": _Option((Part.MAIN_CONSUMER,), whole_number(1, _INT), 300_000, "ConsumerConfig"),
    "max.partition.fetch.bytes": _Option(_CONSUMERS, whole_number(0, _INT), 1 << 20, "ConsumerConfig"),
    "interceptor.classes": _Option((*_CONSUMERS, Part.PRODUCER), _text, "", "ConsumerConfig, ProducerConfig"),
}  # fmt: skip
"""All that are looked at, by their own names."""


@dataclass(frozen=True)
class Configuration:
    """What is given, under any name that it may have, who says it, and how this version behaves."""

    given: Mapping[str, str]
    behaviours: Behaviours
    sources: Mapping[str, Source] = field(default_factory=dict)

    def setting(self, name: str, part: Part | None = None) -> Setting:
        """Give the value that holds for a part; without one, for the first that has such a setting."""
        option = OPTIONS[name]
        for full in _names(name, option.parts[0] if part is None else part):
            if full in self.given:
                value, said_by = option.read(self.given[full]), self.sources.get(full, ASKED)
                return Setting(name, value, is_given=True, source=f"given as {full}", said_by=said_by)
        return Setting(
            name, option.default, is_given=False, source=f"{option.source}, Kafka Streams {self.behaviours.version}"
        )

    def number(self, name: str, part: Part | None = None) -> int:
        """Give a value that is a whole number."""
        return int(self.setting(name, part).value)

    def text(self, name: str, part: Part | None = None) -> str:
        """Give a value that is a word, a class, or empty."""
        return str(self.setting(name, part).value)

    def has(self, name: str) -> bool:
        """Tell whether this version has a setting."""
        option = OPTIONS[name]
        has_it = option.since is None or self.behaviours.has(option.since)
        return has_it and not (option.until is not None and self.behaviours.has(option.until))

    @property
    def cache(self) -> Setting:
        """The size of the cache of all stores: the old name holds where the new one is not given or not there."""
        if self.has("statestore.cache.max.bytes"):
            new, old = self.setting("statestore.cache.max.bytes"), self.setting("cache.max.bytes.buffering")
            return old if old.is_given and not new.is_given else new
        return self.setting("cache.max.bytes.buffering")

    @property
    def has_producers_of_tasks(self) -> bool:
        """Tell whether each task has a producer of its own, which went with 4.0 (KIP-447, KIP-732)."""
        return self.text("processing.guarantee") == "exactly_once"

    @property
    def restores_apart(self) -> bool:
        """Tell whether each stream thread has another thread that restores stores (KAFKA-10199)."""
        if self.behaviours.has("always_restores_apart"):
            return True
        return self.behaviours.has("restores_apart") and self.text("__state.updater.enabled__") == "true"


def is_option(name: str) -> bool:
    """Tell whether a name is one that is read here, with or without a prefix."""
    return any(name in _all_names(own) for own in OPTIONS)


_CACHES: Final = ("cache.max.bytes.buffering", "statestore.cache.max.bytes")


def stands_for(above: str, below: str) -> bool:
    """Tell whether what is said under one name replaces what is said under another, wherever that would hold."""
    if above == below:
        return True
    if above in _CACHES and below in _CACHES:
        return True
    return any(
        above in _all_names(own) and below in _all_names(own) and _parts_of(below, own) <= _parts_of(above, own)
        for own in OPTIONS
    )


def _parts_of(full: str, own: str) -> set[Part]:
    return {part for part in OPTIONS[own].parts if full in _names(own, part)}


def read_configuration(
    given: Mapping[str, str], behaviours: Behaviours, sources: Mapping[str, Source] | None = None
) -> Configuration:
    """Check values that are given; raises BadSetting for those that the version lacks or would refuse."""
    configuration = Configuration(given, behaviours, sources or {})
    for full, text in given.items():
        name = next((own for own in OPTIONS if full in _all_names(own)), None)
        if name is None:
            raise BadSetting(full, f"is not known here; known are {', '.join(OPTIONS)}.")
        if not configuration.has(name):
            raise BadSetting(full, _lacks(name, behaviours))
        try:
            OPTIONS[name].read(text)
        except ValueError as error:
            raise BadSetting(full, str(error)) from error
    _check_guarantee(configuration)
    return configuration


def _check_guarantee(configuration: Configuration) -> None:
    guarantee, behaviours = configuration.text("processing.guarantee"), configuration.behaviours
    needed = {
        "exactly_once": "may_have_producers_of_tasks",
        "exactly_once_beta": "has_exactly_once_beta",
        "exactly_once_v2": "has_exactly_once_v2",
    }
    if guarantee in needed and not behaviours.has(needed[guarantee]):
        raise BadSetting("processing.guarantee", f"cannot be {guarantee} with Kafka Streams {behaviours.version}.")


def _lacks(name: str, behaviours: Behaviours) -> str:
    option = OPTIONS[name]
    if option.until is not None and behaviours.has(option.until):
        return f"went with Kafka Streams {behaviour_named(option.until).since}."
    assert option.since is not None
    since = behaviour_named(option.since).since
    return f"came with Kafka Streams {since}; {behaviours.version} does not have it."


def _names(name: str, part: Part) -> tuple[str, ...]:
    """Give the names under which a setting of a part may stand, the one that wins first."""
    if part is Part.STREAMS:
        return (name,)
    if part is Part.PRODUCER:
        return f"{part}{name}", name
    return f"{part}{name}", f"{_ANY_CONSUMER}{name}", name


def _all_names(name: str) -> frozenset[str]:
    return frozenset(full for part in OPTIONS[name].parts for full in _names(name, part))
