"""String.format with what names are made of: `%s`, `%d`, `%n` and `%%`, with a width or a place among the arguments.

Source: java.util.Formatter. What else it writes is not known, and what it may refuse is told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.dsl.values import Constant, Text, Unknown, Value, join_text, text_of

_SPECIFIER: Final = re.compile(r"%(?:(\d{1,3})\$)?([-0]?[1-9]\d{0,2})?(,|\.\d{1,2})?([a-zA-Z%])")
_WITHOUT_ARGUMENT: Final = {"n": "\n", "%": "%"}
_TAKEN: Final[dict[str, type]] = {"s": object, "b": object, "d": int, "x": int, "X": int, "f": float}
"""The conversions that are known here, and what a constant must be for them."""


@dataclass(frozen=True, slots=True)
class Formatted:
    """What comes of a format, None when the text does not determine it; `is_taken` unless Java may refuse it."""

    value: Value | None
    is_taken: bool = True


_PERHAPS_REFUSED: Final = Formatted(None, is_taken=False)


def format_values(template: str, arguments: Sequence[Value]) -> Formatted:
    """Format values as String.format does."""
    result: Value | None = Constant("")
    at = next_one = 0
    for found in _SPECIFIER.finditer(template):
        before, at = template[at : found.start()], found.end()
        index, layout, detail, conversion = found.groups(default="")
        if conversion in _WITHOUT_ARGUMENT and found[0] == f"%{conversion}":
            made: Value | None = Constant(_WITHOUT_ARGUMENT[conversion])
        else:
            place = int(index) - 1 if index else next_one
            next_one += not index
            is_known = "%" not in before and 0 <= place < len(arguments)
            if not is_known or not _is_taken(conversion, layout, detail, arguments[place]):
                return _PERHAPS_REFUSED
            made = None if detail else _written(conversion, layout, arguments[place])
        if result is not None:
            result = None if made is None else join_text(join_text(result, Constant(before)), made)
    if "%" in template[at:]:
        return _PERHAPS_REFUSED
    return Formatted(None if result is None else join_text(result, Constant(template[at:])))


def _is_taken(conversion: str, layout: str, detail: str, value: Value) -> bool:
    """Tell whether Java certainly writes a value so."""
    wanted = _TAKEN.get(conversion)
    if wanted is None or (layout.startswith("0") and wanted is object) or (detail and wanted is not float):
        return (conversion, detail, layout[:1] == "0") == ("d", ",", False)
    if not isinstance(value, Constant) or value.value is None or wanted is object:
        return True
    return isinstance(value.value, wanted) and not isinstance(value.value, bool)


def _written(conversion: str, layout: str, value: Value) -> Value | None:
    if conversion in ("s", "d") and not layout and isinstance(value, Unknown | Text):
        return value
    text = text_of(join_text(Constant(""), value)) if conversion in ("s", "d") else None
    if text is None or (layout and not text.isascii()) or (conversion == "d" and not isinstance(value, Constant)):
        return None
    if layout.startswith("0") and isinstance(value, Constant) and isinstance(value.value, int):
        return Constant(text.zfill(int(layout)))
    width = int(layout or 0)
    return Constant(text.ljust(-width) if width < 0 else text.rjust(width))
