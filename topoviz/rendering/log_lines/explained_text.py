"""A log that was explained, in words, from its JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from topoviz.engine.scenarios.durations import clock_text
from topoviz.rendering.words import counted

Json = dict[str, Any]

_MOST_OF_LINE: Final = 160
_MOST_PLACES: Final = 4
_MOST_UNKNOWN: Final = 10
_MOST_EVENTS: Final = 3


def explained_log_to_text(document: Json) -> str:
    """Say of each line what printed it, what it means and where to look; then which lines are not known."""
    lines = [text for one in document["lines"] for text in (*_line(one, document["kafka_version"]), "")]
    if document["fits"] is not None:
        lines.append(f"Most of these lines are printed by Kafka Streams {releases_words(document['fits'])}.")
    unknown = document["not_known"]
    if unknown:
        what = "is" if len(unknown) == 1 else "are"
        lines.append(
            f"{counted(len(unknown), 'line')} {what} of neither Kafka Streams nor its clients, as far as known:"
        )
        lines += [f"  {one['line']}: {_cut(one['text'])}" for one in unknown[:_MOST_UNKNOWN]]
        if len(unknown) > _MOST_UNKNOWN:
            lines.append(f"  … and {len(unknown) - _MOST_UNKNOWN:,} more")
    if document["is_cut"]:
        lines.append("The text is too long; its end was not looked at.")
    if not document["lines"] and not unknown:
        lines.append("There is no line in this text.")
    return "\n".join(lines) + "\n"


def releases_words(spans: str) -> str:
    """Say spans of releases: `2.1.0-2.5.1 3.0.0-` is `2.1.0 to 2.5.1, 3.0.0 and later`."""
    found = []
    for span in spans.split():
        first, dash, last = span.partition("-")
        found.append(first if not dash else f"{first} and later" if not last else f"{first} to {last}")
    return ", ".join(found)


def _line(one: Json, version: str | None) -> Iterator[str]:
    yield f"{one['line']}: {_cut(one['text'])}"
    places = one["printed_by"]
    for place in places[:_MOST_PLACES]:
        name = place["class"].rpartition(".")[2]
        how = f"at {place['level']}" if place["level"] else f"in a {place['exception']}"
        yield f"  {name}#{place['method']} {how}, {releases_words(place['releases'])}: {place['template']}"
    if len(places) > _MOST_PLACES:
        yield f"  … and {len(places) - _MOST_PLACES} more places"
    if one["is_of_version"] is False:
        yield f"  Kafka Streams {version} does not print it."
    values = {**one["says"], **{value["name"]: value["value"] for value in (places[0]["values"] if places else ())}}
    if values:
        yield "  " + ", ".join(f"{name}: {_cut(value)}" for name, value in values.items() if value)
    if one["meaning"] is not None:
        yield f"  Means: {one['meaning']}"
    if one["look"] is not None:
        yield f"  Look: {one['look']}"
    for exception in one["exceptions"]:
        yield (
            f"  {exception['exception']} becomes {exception['becomes']} ({exception['where']}, "
            f"{releases_words(exception['releases'])}). {exception['follows']}"
        )
        if exception["help"]:
            yield f"    {exception['help']}"
    if one["in_simulation"] is not None:
        yield from _events(one["in_simulation"])


def _events(found: Json) -> Iterator[str]:
    if not found["count"]:
        yield "  In the simulation: no such event."
        return
    yield f"  In the simulation: {counted(found['count'], 'event')}"
    for event in found["first"][:_MOST_EVENTS]:
        yield f"    {clock_text(round(event['at_ms']))} {event['sentence']}"


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_OF_LINE else f"{text[:_MOST_OF_LINE]}…"
