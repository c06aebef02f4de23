"""Holds an SVG against a list of what may be in it, and refuses everything else.

It refuses and never repairs: a repaired picture is one that nobody drew. The parser is Python's own expat, stopped at
the first declaration, instruction or comment, so no entity is ever read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final
from xml.parsers import expat

from topoviz.rendering.limits import SVG_BYTES
from topoviz.rendering.style import FONTS, style_sheet
from topoviz.rendering.svg.font import font_rules

NAMESPACE: Final = "http://www.w3.org/2000/svg"

_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", re.ASCII)
_NUMBERS: Final = re.compile(r"[-\d.e ]+", re.ASCII)
_COLOUR: Final = re.compile(r"none|#[0-9a-f]{6}", re.ASCII)
_ID: Final = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)
_IDS: Final = re.compile(r"[a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*)*", re.ASCII)
_KEY: Final = re.compile(r"[a-z]\d{1,9}", re.ASCII)
_TASK: Final = re.compile(r"\d{1,9}_\d{1,9}", re.ASCII)
_KEYS: Final = re.compile(r"[a-z]\d{1,9}(?: [a-z]\d{1,9})*", re.ASCII)
_PATH: Final = re.compile(r"[-\d.e MLHVCSAZa]+", re.ASCII)
_MOVE: Final = re.compile(r"translate\([-\d.e]+ [-\d.e]+\)", re.ASCII)

_EVERYWHERE: Final = {"id": _ID, "class": _IDS, "transform": _MOVE}
_PAINT: Final = {
    "fill": _COLOUR,
    "stroke": _COLOUR,
    "stroke-width": _NUMBER,
    "stroke-dasharray": _NUMBERS,
    "stroke-linecap": re.compile("round"),
    "stroke-linejoin": re.compile("round"),
    "paint-order": re.compile("stroke"),
}
_ALLOWED: Final[dict[str, dict[str, re.Pattern[str]]]] = {
    "svg": {
        "width": _NUMBER,
        "height": _NUMBER,
        "viewBox": _NUMBERS,
        "role": re.compile("img"),
        "aria-labelledby": _IDS,
        "data-theme": re.compile("light|dark"),
        "font-family": re.compile(re.escape(FONTS)),
    },
    "title": {},
    "desc": {},
    "style": {},
    "g": {
        "data-node": _NUMBER,
        "data-topic": _NUMBER,
        "data-store": _NUMBER,
        "data-sub-topology": _NUMBER,
        "data-task": _TASK,
        "data-client": _NUMBER,
        "data-thread": _NUMBER,
        "data-card": _KEY,
        "data-from": _KEY,
        "data-to": _KEY,
        "data-open": _KEY,
        "data-hides": _KEYS,
        "data-fold": _KEYS,
    },
    "rect": {"x": _NUMBER, "y": _NUMBER, "width": _NUMBER, "height": _NUMBER, "rx": _NUMBER, **_PAINT},
    "circle": {"r": _NUMBER, **_PAINT},
    "path": {"d": _PATH, **_PAINT},
    "text": {
        "x": _NUMBER,
        "y": _NUMBER,
        "font-size": _NUMBER,
        "font-weight": _NUMBER,
        "text-anchor": re.compile("start|middle"),
        "textLength": _NUMBER,
        "lengthAdjust": re.compile("spacingAndGlyphs"),
        **_PAINT,
    },
}
_WITH_TEXT: Final = {"title", "desc", "style", "text"}


class NotAllowed(ValueError):
    """An SVG holds something that none of ours may hold, or is no SVG at all."""


def check_svg(text: str) -> None:
    """Raise NotAllowed unless everything in the SVG is on the list."""
    data = text.encode("utf-8", errors="surrogatepass")
    if len(data) > SVG_BYTES:
        raise NotAllowed(f"larger than {SVG_BYTES:,} bytes")
    _Checker().check(data)


class _Checker:
    """Walks through an SVG once; the parser calls back, so what was seen is kept here."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._style: list[str] = []
        self._ids: set[str] = set()

    def check(self, data: bytes) -> None:
        parser = expat.ParserCreate(encoding="utf-8", namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.XmlDeclHandler = _refusal("an XML declaration")
        parser.StartDoctypeDeclHandler = _refusal("a DOCTYPE")
        parser.EntityDeclHandler = _refusal("an entity")
        parser.ProcessingInstructionHandler = _refusal("a processing instruction")
        parser.CommentHandler = _refusal("a comment")
        parser.StartCdataSectionHandler = _refusal("a CDATA section")
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            raise NotAllowed(f"not well-formed: {error}") from error

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, element = name.rpartition(" ")
        if namespace != NAMESPACE or element not in _ALLOWED:
            raise NotAllowed(f"the element {element}")
        if (element == "svg") != (not self._open):
            raise NotAllowed("an svg inside another, or something round it")
        if self._open and self._open[-1] in _WITH_TEXT:
            raise NotAllowed(f"the element {element} inside {self._open[-1]}")
        allowed = {**_EVERYWHERE, **_ALLOWED[element]}
        for attribute, value in attributes.items():
            if attribute not in allowed or allowed[attribute].fullmatch(value) is None:
                raise NotAllowed(f"the attribute {attribute} of {element}")
        identity = attributes.get("id")
        if identity is not None and identity in self._ids:
            raise NotAllowed("an id that stands twice")
        self._ids.update({identity} if identity is not None else ())
        self._open.append(element)

    def _end(self, name: str) -> None:
        if self._open.pop() == "style":
            if not _is_ours("".join(self._style).strip()):
                raise NotAllowed("a style sheet that is not ours")
            self._style.clear()

    def _characters(self, text: str) -> None:
        where = self._open[-1]
        if where == "style":
            self._style.append(text)
        elif where not in _WITH_TEXT and text.strip():
            raise NotAllowed(f"text inside {where}")


def _is_ours(sheet: str) -> bool:
    """Tell whether a style sheet is the one there is, after rules that hold files of the font, or without them."""
    rest = sheet.split("\n")
    while rest[0].startswith("@font-face") and rest[0] in font_rules():
        rest.pop(0)
    return "\n".join(rest) == style_sheet()


def _refusal(what: str) -> Callable[..., None]:
    """Make a handler for what may not be there at all."""

    def refuse(*_: object) -> None:
        raise NotAllowed(what)

    return refuse
