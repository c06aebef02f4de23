"""Makes a PNG in a process of its own: SVG in, PNG out, the zoom as the one argument."""

from __future__ import annotations

import sys

NO_FONT = 3

_PROBE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'


def main(arguments: list[str]) -> int:
    """Draw standard input; 3 when this machine has no font to write with."""
    import resvg_py

    (zoom,) = arguments
    with_word = resvg_py.svg_to_bytes(svg_string=_PROBE.format('<text x="2" y="16">M</text>'))
    if with_word == resvg_py.svg_to_bytes(svg_string=_PROBE.format("")):
        return NO_FONT
    sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=sys.stdin.read(), zoom=float(zoom))))
    sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
