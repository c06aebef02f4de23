"""Makes a PNG in a process of its own: SVG in, PNG out, the zoom as the one argument."""

from __future__ import annotations

import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final

NO_FONT: Final = 3

_OUR_FAMILY: Final = "Source Sans Pro"
STYLE: Final = f"svg {{ font-family: '{_OUR_FAMILY}', sans-serif }}"
"""The same letters on every machine, whatever a picture asks for."""

_STYLES: Final = ("Regular", "Semibold", "Bold", "It")
_PROBE: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'


def main(arguments: list[str]) -> int:
    """Draw standard input; 3 when there is no font to write with, neither the one we bring nor one of the machine."""
    import resvg_py

    (zoom,) = arguments
    paint = partial(resvg_py.svg_to_bytes, style_sheet=STYLE, font_files=our_fonts())
    with_word = paint(svg_string=_PROBE.format('<text x="2" y="16">M</text>'))
    if with_word == paint(svg_string=_PROBE.format("")):
        return NO_FONT
    sys.stdout.buffer.write(bytes(paint(svg_string=sys.stdin.read(), zoom=float(zoom))))
    sys.stdout.buffer.flush()
    return 0


def our_fonts() -> list[str]:
    """Find the fonts of the package that comes with the server: a bare machine has none, and names none as its own."""
    package = find_spec("font_source_sans_pro")
    if package is None or package.origin is None:
        return []
    folder = Path(package.origin).parent / "files"
    return [str(folder / f"SourceSansPro-{style}.ttf") for style in _STYLES]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
