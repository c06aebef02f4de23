"""The newest version that has every method which a program calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from topoviz.engine.choice.choice import ChosenBy, VersionChoice, newest
from topoviz.engine.dsl.interpreter.interpret import Interpretation
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.library.api import all_methods, classes_gone
from topoviz.engine.refusal import RefusedBy
from topoviz.engine.source import Span
from topoviz.engine.syntax.tree import Import, Unit
from topoviz.engine.versions import KafkaVersion, last_before, newest_version, parse_version

_EVERY: Final = "the newest version that has every method of the text"


def choose_by_methods(
    units: Sequence[Unit],
    follow: Callable[[KafkaVersion], Interpretation],
) -> tuple[VersionChoice, Interpretation]:
    """Follow the programs at the newest version, and while that lacks a method at the last one that had more.

    What a compiler refuses at every version is shown at the newest. A class that a file imports counts as a method.
    """
    imports = [one for unit in units for one in unit.statements if isinstance(one, Import)]
    first = interpretation = follow(newest_version())
    lacking = _lacking(interpretation, imports, newest_version())
    if lacking is None:
        return newest(_what_it_has(interpretation)), interpretation
    for version in _older():
        interpretation = follow(version)
        further = _lacking(interpretation, imports, version)
        if further is None:
            words, span = lacking
            return VersionChoice(version, ChosenBy.TEXT, f"{_EVERY}; {words}", span), interpretation
        lacking = further
    return newest("; none has every method of the text"), first


def _what_it_has(interpretation: Interpretation) -> str:
    if not interpretation.recipes or any(one.code == "no-such-method" for one in interpretation.diagnostics):
        return ""
    return ", which has every method of the text"


@cache
def _older() -> tuple[KafkaVersion, ...]:
    """Give the last version before each that took methods or classes away, the newest first."""
    ends = {method.until for method in all_methods() if method.until} | set(classes_gone().values())
    return tuple(sorted((last_before(end) for end in ends), reverse=True))


def _lacking(
    interpretation: Interpretation, imports: Sequence[Import], version: KafkaVersion
) -> tuple[str, Span | None] | None:
    """Say which method of the text a version lacks, and where it is called; None when it has all."""
    for one in imports:
        gone = classes_gone().get(one.path)
        if gone is not None and parse_version(gone) <= version:
            return f"{one.path} was removed in Kafka Streams {gone}", one.span
    for recipe in interpretation.recipes:
        if recipe.refusal is not None and recipe.refusal.by is RefusedBy.COMPILER:
            span = recipe.refused_at.span if recipe.refused_at is not None else None
            return recipe.refusal.message.partition(";")[0].rstrip("."), span
    for entry in interpretation.ledger.entries:
        end = _end_of(entry.method) if entry.fate is not Fate.MODELLED else None
        if end is not None and parse_version(end) <= version:
            return f"{entry.method}() was removed in Kafka Streams {end}", entry.span
    return None


@cache
def _end_of(method: str) -> str | None:
    """Give the release that has no method of this name any more, whatever it takes; None when the newest has one."""
    ends = [one.until for one in all_methods() if one.method == method]
    return max(ends, key=parse_version) if ends and all(ends) else None
