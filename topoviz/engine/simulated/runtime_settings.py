"""The settings of Kafka Streams that decide when something happens: asked for, the program's, or the defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from topoviz.engine.assignment.reading_settings import SETTINGS
from topoviz.engine.cluster.reading.thread_count import THREADS
from topoviz.engine.dsl.interpreter.program_settings import ProgramSettings
from topoviz.engine.scenarios.runtime_settings import RUNTIME_SETTINGS
from topoviz.engine.simulated.bad_configuration import BadConfiguration
from topoviz.engine.simulation.settings import Guarantee, RuntimeSettings
from topoviz.engine.simulation.task.extractors import Extractor
from topoviz.engine.syntax.data_text import Word
from topoviz.engine.versions import Behaviours, behaviour_named

_NUMBERS: Final = {
    "max.task.idle.ms": ("idle_ms", -1),
    "buffered.records.per.partition": ("most_buffered", 0),
    "poll.ms": ("poll_ms", 0),
    "max.poll.records": ("most_polled", 1),
    "max.poll.interval.ms": ("most_between_polls_ms", 1),
    "commit.interval.ms": ("commit_ms", 0),
    "repartition.purge.interval.ms": ("purge_ms", 0),
    "transaction.timeout.ms": ("transaction_timeout_ms", 1),
    "max.block.ms": ("max_block_ms", 0),
    "task.timeout.ms": ("task_timeout_ms", 0),
    "cache.max.bytes.buffering": ("cache_bytes", 0),
    "statestore.cache.max.bytes": ("cache_bytes", 0),
}
_CACHE: Final = "statestore.cache.max.bytes"
_MOST: Final = 2**31 - 1
_GUARANTEE: Final = "processing.guarantee"
_GUARANTEES: Final = {
    "at_least_once": (Guarantee.AT_LEAST_ONCE, None),
    "exactly_once": (Guarantee.BY_TASK, "may_have_producers_of_tasks"),
    "exactly_once_beta": (Guarantee.BY_THREAD, "has_exactly_once_beta"),
    "exactly_once_v2": (Guarantee.BY_THREAD, "has_exactly_once_v2"),
}
GROUP_SETTINGS: Final = tuple(name for name in RUNTIME_SETTINGS if name not in (*_NUMBERS, _GUARANTEE))
"""Settings that only the group looks at, beside those that decide who gets which task."""

_KNOWN: Final = (*_NUMBERS, _GUARANTEE, THREADS, *GROUP_SETTINGS, *SETTINGS)
_COMMIT_WITH_TRANSACTIONS: Final = 100
_PREFIXES: Final = ("", "consumer.", "main.consumer.", "producer.")


def runtime_settings(
    asked: Mapping[str, Word],
    program: ProgramSettings | None,
    extractors: Mapping[str, Extractor],
    behaviours: Behaviours,
) -> tuple[RuntimeSettings, tuple[str, ...]]:
    """Put them together, and say which of them are the program's; raises BadConfiguration for what is asked wrongly."""
    for name, word in asked.items():
        if name not in _KNOWN:
            known = ", ".join(_KNOWN)
            raise BadConfiguration(word.line, f"has a setting {name[:60]!r}; looked at are {known}.")
    notes: list[str] = []
    of_program = dict(_of_program(program))
    found: dict[str, int] = {}
    for name, (member, least) in _NUMBERS.items():
        if name == _CACHE and not behaviours.has("has_statestore_cache_setting"):
            if name in asked:
                words = f"has {_CACHE}, which came with Kafka Streams 3.4; before, it is cache.max.bytes.buffering."
                raise BadConfiguration(asked[name].line, words)
            continue
        if name in asked:
            found[member] = _number(asked[name], name, least)
        elif name in of_program:
            number = Word(of_program[name], 0).number
            if number is not None and least <= number <= _MOST:
                found[member] = number
                notes.append(f"{name} is {number}, as the program sets it.")
    guarantee = Guarantee.AT_LEAST_ONCE
    if _GUARANTEE in asked:
        guarantee = _guarantee(asked[_GUARANTEE], behaviours)
    elif of_program.get(_GUARANTEE) in _GUARANTEES:
        guarantee = _GUARANTEES[of_program[_GUARANTEE]][0]
        notes.append(f"{_GUARANTEE} is {of_program[_GUARANTEE]}, as the program sets it.")
    if guarantee is not Guarantee.AT_LEAST_ONCE:
        found.setdefault("commit_ms", _COMMIT_WITH_TRANSACTIONS)
    return RuntimeSettings(**found, guarantee=guarantee, extractors=extractors), tuple(notes)


def _of_program(program: ProgramSettings | None) -> Iterator[tuple[str, str]]:
    if program is None:
        return
    for name in (*_NUMBERS, _GUARANTEE):
        for prefix in _PREFIXES:
            setting = program.settings.get(f"{prefix}{name}")
            if setting is not None and setting.text is not None:
                yield name, setting.text.strip()


def _number(word: Word, name: str, least: int) -> int:
    number = word.number
    if number is None or not least <= number <= _MOST:
        raise BadConfiguration(word.line, f"has {name}: {word.text[:40]}; it takes {least} to {_MOST:,}.")
    return number


def _guarantee(word: Word, behaviours: Behaviours) -> Guarantee:
    text = word.text.strip()
    if text not in _GUARANTEES:
        raise BadConfiguration(word.line, f"has {_GUARANTEE}: {text[:40]}; known are {', '.join(_GUARANTEES)}.")
    guarantee, behaviour = _GUARANTEES[text]
    if behaviour is not None and not behaviours.has(behaviour):
        since = behaviour_named(behaviour)
        ends = "" if since.until is None else f" and went with {since.until}"
        raise BadConfiguration(
            word.line,
            f"has {_GUARANTEE}: {text}, which came with Kafka Streams {since.since}{ends}; "
            f"{behaviours.version} does not have it.",
        )
    return guarantee
