"""What a cluster needs, as plain text and as Markdown, from its JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from topoviz.engine.sizing.sizes import size_text
from topoviz.rendering.calculations.markdown import plain, table

MOST_KINDS: Final = 5
"""So many kinds of instances are written, those that need most."""

Json = dict[str, Any]


def sizing_lines(sizing: Json) -> Iterator[str]:
    """Write useful threads, memory term by term, threads of the JVM, polls and suggestions, with their arithmetic."""
    yield ""
    yield sizing["useful_threads"]["sentence"]
    for one in _needs(sizing):
        yield ""
        yield f"{_title(one)}: {_sum(one)}"
        names = [term["title"] for term in one["terms"]]
        sizes = [_size(term) for term in one["terms"]]
        for term, name, size in zip(one["terms"], names, sizes, strict=True):
            yield (
                f"  {name:<{max(map(len, names))}}  {size:>{max(map(len, sizes))}}  {_place(term):<6}  "
                f"{term['arithmetic']}{_unused(term)}"
            )
        yield f"  {_jvm_threads(one)}"
    yield from _left(sizing)
    if sizing["polls"] is not None:
        yield ""
        yield f"Polls of {sizing['polls']['client']}: {sizing['polls']['arithmetic']}. {sizing['polls']['sentence']}"
    for suggestion in sizing["suggestions"]:
        yield ""
        yield f"Suggestion: {suggestion['sentence']}"
        yield f"  {suggestion['arithmetic']}"
        yield f"  {suggestion['next_step']}"
    yield from _used(sizing)
    yield ""
    yield from sizing["notes"]


def sizing_markdown(sizing: Json) -> Iterator[str]:
    """Write the same with tables."""
    yield from ("", "### Sizing", "", plain(sizing["useful_threads"]["sentence"]))
    for one in _needs(sizing):
        yield from ("", f"**{plain(_title(one))}:** {plain(_sum(one))}", "")
        rows = [
            (term["title"], f"{_size(term)}{_unused(term)}", _place(term), plain(term["arithmetic"]))
            for term in one["terms"]
        ]
        yield from table(("What", "Memory", "Where", "How it is reckoned"), rows)
        yield from ("", plain(_jvm_threads(one)))
    yield from _left(sizing)
    if sizing["polls"] is not None:
        polls = sizing["polls"]
        text = f"{plain(polls['arithmetic'])}. {plain(polls['sentence'])}"
        yield from ("", f"**Polls of {plain(polls['client'])}:** {text}")
    if sizing["suggestions"]:
        yield ""
        keys = ("sentence", "arithmetic", "next_step")
        found = [tuple(plain(one[key]) for key in keys) for one in sizing["suggestions"]]
        yield from table(("Suggestion", "Arithmetic", "Next step"), found)
    yield from (plain(line) for line in _used(sizing))
    yield from (f"\n> {plain(note)}" for note in sizing["notes"])


def _needs(sizing: Json) -> list[Json]:
    return [sizing["memory"]["thread"], *sizing["memory"]["instances"][:MOST_KINDS]]


def _used(sizing: Json) -> Iterator[str]:
    """Say which settings the arithmetic takes that are no defaults, and who says them."""
    terms = [term for needs in _needs(sizing) for term in needs["terms"]]
    used = [one for term in (*terms, *filter(None, [sizing["polls"]])) for one in term["settings"] if one["is_given"]]
    said = dict.fromkeys(f"{one['name']} {one['value']} ({one['said_by']['words']})" for one in used)
    if said:
        yield from ("", f"Settings that are no defaults: {', '.join(said)}")


def _left(sizing: Json) -> Iterator[str]:
    """Say how many kinds of instances are in the JSON alone."""
    left = len(sizing["memory"]["instances"]) - MOST_KINDS
    if left > 0:
        yield f"{left:,} more kinds of instances, which need less, are in the JSON."


def _title(needs: Json) -> str:
    """Name a thread, or the instances that hold equally much."""
    clients = needs["clients"]
    if needs["thread"] is not None:
        return f"The fullest thread, {needs['thread']} of {clients[0]}"
    names = ", ".join(clients[:4]) + (f" and {len(clients) - 4:,} more" if len(clients) > 4 else "")
    return f"Each of {names}" if len(clients) > 1 else f"Instance {names}"


def _sum(needs: Json) -> str:
    text = f"{size_text(needs['heap_bytes'])} in the heap, {size_text(needs['native_bytes'])} beside it"
    missing = needs["not_reckoned"]
    return f"{text}, without {', '.join(missing)}" if missing else text


def _size(term: Json) -> str:
    if term["bytes"] is None:
        return "not known"
    return f"{'about ' if term['limit'] == 'estimate' else ''}{size_text(term['bytes'])}"


def _place(term: Json) -> str:
    return "heap" if term["place"] == "heap" else "native"


def _unused(term: Json) -> str:
    return f" ({size_text(term['unused'])} of it unused)" if term["unused"] else ""


def _jvm_threads(needs: Json) -> str:
    kinds = needs["jvm_threads"]
    known = sum(one["count"] or 0 for one in kinds)
    listed = ", ".join(f"{one['name']} {'?' if one['count'] is None else one['count']}" for one in kinds)
    more = " and more" if any(one["count"] is None for one in kinds) else ""
    return f"{known:,} threads of the JVM{more}: {listed}"
