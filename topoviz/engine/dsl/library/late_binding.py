"""Streams, iterators and parts of lists, which show a collection that may change before they are used.

A stream takes its elements when its last operation begins (java.util.stream: streams are late-binding), an iterator and
a part of a list refuse to go on once the list has other elements (java.util.ConcurrentModificationException).
"""

from __future__ import annotations

from topoviz.engine.dsl.library.iteration import elements_now, has_changed
from topoviz.engine.dsl.values import ListValue, MapValue, Shown


def shown_of(collection: ListValue | MapValue) -> Shown:
    """Remember what a collection holds now."""
    return Shown(collection, elements_now(collection))


def bind(stream: ListValue) -> None:
    """Let a stream take the elements that its collection holds now.

    Of one that has been sorted, say, before the collection was changed, the elements are not known any more.
    """
    if stream.shown is None or not has_changed(stream.shown):
        return
    current = elements_now(stream.shown.collection)
    if current is None or not stream.shown.is_whole:
        stream.elements, stream.is_exact = [], False
        return
    stream.elements = list(current)
    stream.shown = Shown(stream.shown.collection, current)


def goes_on(stream: ListValue, result: ListValue) -> None:
    """Remember where the elements come from that are made of those of a stream, before it is used up."""
    if stream.shown is not None:
        result.shown = Shown(stream.shown.collection, stream.shown.elements, is_whole=False)


def has_other_size(shown: Shown) -> bool:
    """Tell whether a collection certainly has more or fewer elements than it had."""
    now = elements_now(shown.collection)
    return shown.elements is not None and now is not None and len(shown.elements) != len(now)


def write_part(part: ListValue) -> bool:
    """Put what a part of a list holds now into the list, as long as nobody else has changed it; tell whether it is."""
    while part.shown is not None and part.shown.count is not None:
        shown, whole = part.shown, part.shown.collection
        if part.kind == "iterator" or not isinstance(whole, ListValue) or not part.is_exact or has_changed(shown):
            return False
        whole.elements[shown.start : shown.start + (shown.count or 0)] = part.elements
        part.shown = Shown(whole, list(whole.elements), start=shown.start, count=len(part.elements))
        if whole.backing is None:
            return True
        part = whole
    return False
