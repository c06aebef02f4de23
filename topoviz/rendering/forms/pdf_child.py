"""Makes a PDF in a process of its own: SVG in, PDF out; width and height in points, then folders with fonts."""

from __future__ import annotations

import re
import sys
from html import unescape
from typing import Final

PAGE: Final = b"""
#set document(title: sys.inputs.title, date: none)
#set page(width: eval(sys.inputs.width), height: eval(sys.inputs.height), margin: 0pt)
#image(bytes(sys.inputs.svg), format: "svg", width: 100%, height: 100%, alt: sys.inputs.description)
"""
"""What the user wrote comes in values alone, never as a part of this program."""


def main(arguments: list[str]) -> int:
    """Set standard input on a page of its own, without a date: the same drawing gives the same bytes."""
    import typst

    width, height, *folders = arguments
    svg = sys.stdin.buffer.read().decode()
    fonts = typst.Fonts(font_paths=folders)
    given = {
        "svg": svg,
        "width": f"{width}pt",
        "height": f"{height}pt",
        "title": _element(svg, "title"),
        "description": _element(svg, "desc"),
    }
    sys.stdout.buffer.write(typst.compile(PAGE, font_paths=fonts, sys_inputs=given, format="pdf"))
    sys.stdout.buffer.flush()
    return 0


def _element(svg: str, name: str) -> str:
    """Give the text of the first such element of a drawing."""
    found = re.search(rf"<{name}[^>]*>([^<]*)</{name}>", svg)
    return "" if found is None else unescape(found[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
