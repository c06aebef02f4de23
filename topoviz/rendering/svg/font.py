"""The letters of a picture, which it carries where it stands alone; pages have them, and leave them out."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from topoviz.rendering.font_files import FAMILY, Letters, Weight, letters_of, unicode_range

_TEXT: Final = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_SEMIBOLD: Final = f'font-weight="{Weight.SEMIBOLD.value}"'
_STYLE: Final = "<style>\n"
_RULES: Final = re.compile(r"(?<=<style>\n)(?:@font-face\{[^}<]*\}\n)+")


def with_font(svg: str) -> str:
    """Give a picture of ours that carries the letters it uses; one without a style sheet stays as it is."""
    rules = "".join(f"{font_rule(weight, letters)}\n" for weight, letters in _used(svg))
    return without_font(svg).replace(_STYLE, f"{_STYLE}{rules}", 1)


def without_font(svg: str) -> str:
    """Give a picture of ours without letters of its own."""
    return _RULES.sub("", svg, count=1)


@cache
def font_rule(weight: Weight, letters: Letters) -> str:
    """Give the rule of a style sheet that holds a file of the font."""
    data = base64.b64encode(weight.woff2(letters).read_bytes()).decode("ascii")
    return (
        f"@font-face{{font-family:'{FAMILY}';font-weight:{weight.value};unicode-range:{unicode_range(letters)};"
        f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
    )


def font_rules() -> frozenset[str]:
    """Give all rules that a picture may hold."""
    return frozenset(font_rule(weight, letters) for weight in Weight for letters in Letters)


def _used(svg: str) -> Iterator[tuple[Weight, Letters]]:
    """Say which files the texts of a picture need, in the order in which browsers want them."""
    chars: dict[Weight, set[str]] = {weight: set() for weight in Weight}
    for attributes, text in _TEXT.findall(svg):
        chars[Weight.SEMIBOLD if _SEMIBOLD in attributes else Weight.REGULAR].update(html.unescape(text))
    for weight in Weight:
        needed = {letters_of(char) for char in chars[weight]}
        yield from ((weight, letters) for letters in Letters if letters in needed)
