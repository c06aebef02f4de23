"""Pictures as PDF, made from our own SVG by Typst, which keeps lines as lines and words as words."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from topoviz.child import Ending, own_script, run_child
from topoviz.rendering.limits import A_PICTURE
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.png_child import FONT_FILES, STYLE

CHILD: Final = Path(__file__).with_name("pdf_child.py")

POINTS: Final = 0.75
"""Points of a page for one pixel of the drawing, as CSS has it."""

LONGEST_SIDE: Final = 14_400.0
"""Points; many programs open no larger page (ISO 32000-1, annex C)."""

_SIZE: Final = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"[^>]*>')


def to_pdf(svg: str) -> bytes:
    """Make a PDF from an SVG of ours, drawn without its style sheet, with a page as large as the drawing.

    Raises Undrawable with a sentence.
    """
    if find_spec("typst") is None:
        raise Undrawable(
            "PDF needs the package typst. Install topoviz with its server extra: pip install 'topoviz[server]', "
            "or write an .svg."
        )
    width, height, lettered = _prepared(svg)
    folders = {str(Path(file).parent) for file in FONT_FILES}
    command = (*own_script(str(CHILD)), f"{width:.2f}", f"{height:.2f}", *sorted(folders))
    answer = run_child(command, lettered.encode(), A_PICTURE)
    if answer.ending is not Ending.DONE:
        raise Undrawable("Making the PDF takes more time or memory than it may. Write an .svg.")
    return answer.data


def _prepared(svg: str) -> tuple[float, float, str]:
    """Give the size of the page in points, and the drawing in the letters that the PDF carries."""
    head = _SIZE.match(svg)
    assert head is not None
    sides = float(head[1]) * POINTS, float(head[2]) * POINTS
    scale = min(1.0, LONGEST_SIDE / max(sides))
    lettered = f"{head[0]}<style>{STYLE}</style>{svg[head.end() :]}"
    return sides[0] * scale, sides[1] * scale, lettered
