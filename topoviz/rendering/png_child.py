"""Makes a PNG in a process of its own: SVG in, PNG out, the zoom as the one argument."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

STYLE: Final = "svg { font-family: 'Topoviz Sans', sans-serif }"
"""The letters that pictures are measured with; others come from the machine, if it has them."""

FONT_FILES: Final = tuple(str(path) for path in sorted(Path(__file__).parent.glob("font/ttf/*.ttf")))


def main(arguments: list[str]) -> int:
    """Draw standard input."""
    import resvg_py

    (zoom,) = arguments
    png = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.read(), zoom=float(zoom), style_sheet=STYLE, font_files=list(FONT_FILES)
    )
    sys.stdout.buffer.write(bytes(png))
    sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
