"""What clings to code that was copied: a Markdown fence, line numbers, a prompt before each line, HTML's entities.

Everything is overwritten in place, so that every offset is still that of the user's text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.source import Span

_FENCE = re.compile(rb"^[ \t]*(?:```+|~~~+)[ \t]*([\w+#-]*)[^\n`]*$", re.MULTILINE)
_FENCED_CODE = frozenset({b"", b"java", b"kotlin", b"kt", b"kts"})
_TEXT_BLOCK = b'"""'
_NUMBER = re.compile(rb"^[ \t]*(\d+)(?:[.:|)](?=\s|$))?(?=[ \t]|\r?$)", re.MULTILINE)
_PROMPT = re.compile(rb"^[ \t]*(?:>{1,3}(?=[ \t]|\r?$)|jshell>|\.\.\.>)", re.MULTILINE)
_ANSWERS = re.compile(rb"^[ \t]*jshell>", re.MULTILINE)
_FEWEST_LINES = 2

_NOT_PASTED = re.compile(rb'//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"')
_TELLING_ENTITY = re.compile(rb"&(?:lt|gt|quot|#0?39|apos|nbsp);")
_ENTITY = re.compile(rb"&(lt|gt|amp|quot|nbsp|apos|#0?39|#x27);")
_SIGNS = {b"lt": b"<", b"gt": b">", b"amp": b"&", b"quot": b'"', b"nbsp": b" ", b"apos": b"'"}
# A sign at the end of what stood for it joins what comes next, as in `<=`; one at the start what came before.
_JOINS_BEFORE = (b"-", b"=", b"&", b">")


def unwrap(data: bytes, file_id: int) -> tuple[bytes, tuple[Diagnostic, ...]]:
    """Blank what does not belong to the code, and say so."""
    found: list[str] = []
    for what, blank in (
        ("a Markdown fence", _without_fences), ("line numbers", _without_numbers),
        ("prompts", _without_prompts), ("HTML's entities", _without_entities),
    ):  # fmt: skip
        changed = blank(data)
        if changed != data:
            found.append(what)
            data = changed
    if not found:
        return data, ()
    reason = f"The text was copied together with {' and '.join(found)}."
    place = Span(file_id, 0, min(1, len(data)))
    return data, (Diagnostic(Severity.NOTE, "pasted", reason, "It was read as if only the code stood here.", place),)


def _without_fences(data: bytes) -> bytes:
    """Keep what stands in fences of code; one that is never opened or closed leads from the start or to the end."""
    fences = list(_FENCE.finditer(data))
    if not fences or _TEXT_BLOCK in data:
        return data
    opens = not data[: fences[0].start()].strip() or len(fences) > 1 or fences[0][1] in _FENCED_CODE - {b""}
    kept = bytearray(_blank(data))
    start = 0 if not opens else None
    for fence in fences:
        if start is not None:
            kept[start : fence.start()] = data[start : fence.start()]
            start = None
        elif fence[1].lower() in _FENCED_CODE:
            start = fence.end()
        else:
            start = len(data)
    if start is not None:
        kept[start:] = data[start:]
    return bytes(kept)


def _without_numbers(data: bytes) -> bytes:
    """Blank the numbers of lines where every line has one, each greater than the one before."""
    known: list[tuple[int, int]] = []
    last = -1
    for start, end in _lines(data):
        number = _NUMBER.match(data, start, end)
        if number is None or int(number[1]) <= last:
            return data
        last = int(number[1])
        known.append(number.span())
    return _blanked(data, known) if len(known) >= _FEWEST_LINES else data


def _without_prompts(data: bytes) -> bytes:
    """Blank what stands before every line; where it is jshell's, the other lines are its answers."""
    has_answers = _ANSWERS.search(data) is not None
    known: list[tuple[int, int]] = []
    for start, end in _lines(data):
        prompt = _PROMPT.match(data, start, end)
        if prompt is None and not has_answers:
            return data
        known.append((start, end) if prompt is None else prompt.span())
    return _blanked(data, known)


def _without_entities(data: bytes) -> bytes:
    """Put signs in the place of entities where one stands in the code itself, and not in a string or comment only."""
    if b"&" not in data or _TELLING_ENTITY.search(_NOT_PASTED.sub(b"", data)) is None:
        return data
    changed = bytearray(data)
    is_open = {b'"': False, b"'": False}
    for entity in _ENTITY.finditer(data):
        start, end = entity.span()
        sign = _SIGNS.get(entity[1], b"'")
        joins_before = changed[:start].rstrip(b" ")[-1:] in _JOINS_BEFORE and changed[start - 1 : start] != b" "
        if sign in is_open:
            joins_before = is_open[sign]
            is_open[sign] = not joins_before
        padding = b" " * (end - start - 1)
        changed[start:end] = sign + padding if joins_before else padding + sign
        if joins_before and sign == b"&":
            changed[start - 1 : start + 1] = b"&&"
    return bytes(changed)


def _lines(data: bytes) -> Iterator[tuple[int, int]]:
    """Give where the lines that are not empty start and end."""
    start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        if data[start:end].strip():
            yield start, end
        start = end + 1


def _blank(data: bytes) -> bytes:
    return re.sub(rb"[^\r\n]", b" ", data)


def _blanked(data: bytes, spans: list[tuple[int, int]]) -> bytes:
    changed = bytearray(data)
    for start, end in spans:
        changed[start:end] = _blank(data[start:end])
    return bytes(changed)
