"""A change for a terminal: the verdict, what it comes from, what to do, and what it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.explanations.to_text import wrap
from topoviz.rendering.changes.words import (
    Json,
    by_kind,
    by_level,
    cause_words,
    in_one_sentence,
    names_said,
    places,
    places_of,
    rests_on,
    setting_words,
    state_words,
    unchanged,
    what_changes,
)


def change_to_text(document: Json) -> str:
    """Print a change; the last line ends with a newline."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Json) -> Iterator[str]:
    sentence = in_one_sentence(document)
    if sentence is not None:
        yield from wrap(sentence, "")
        return
    yield document["verdict"]["sentence"]
    yield from wrap(f"For {setting_words(document)}.", "")
    yield from wrap(" ".join(state_words(document)), "")
    found = places(document)
    for level, findings in by_level(document["findings"]):
        yield ""
        yield level.words
        for first, *others in by_kind(findings):
            yield from wrap(what_changes(first), "- ", "  ")
            yield from wrap(first["effect"], "    ")
            yield from wrap(first["way_out"], "  → ", "    ")
            yield from wrap(_source([*places_of(first, found), cause_words(first), first["reference"]]), "    ")
            for one in others:
                yield from wrap(what_changes(one), "- ", "  ")
                yield from wrap(_source([*places_of(one, found), cause_words(one)]), "    ")
    yield from _plan(document)
    yield from _listed("What this rests on", rests_on(document))
    yield ""
    yield unchanged(document)


def _source(parts: list[str]) -> str:
    said = "; ".join(filter(None, parts))
    return f"({said})" if said else ""


def _plan(document: Json) -> Iterator[str]:
    steps = document["migration"]["steps"]
    if steps:
        yield ""
        yield "What to do"
    for number, step in enumerate(steps, 1):
        yield from wrap(f"{number}. {step['sentence']}", "", "   ")
        yield from wrap(step["why"], "   ")
        if step["kind"] == "name":
            yield from _names(document)
        named = " ".join(step["commands"])
        yield from (f"   - {topic}" for topic in step["topics"] if topic not in named)
        yield from (f"   $ {command}" for command in step["commands"])


def _names(document: Json) -> Iterator[str]:
    for said in names_said(document):
        yield "   " + ": ".join(filter(None, said))


def _listed(title: str, sentences: list[str]) -> Iterator[str]:
    if sentences:
        yield ""
        yield title
        for sentence in sentences:
            yield from wrap(sentence, "- ", "  ")
