"""Pictures as PNG, made from our own SVG by resvg, which opens no files and follows no links."""

from __future__ import annotations

import math
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from topoviz.child import Ending, own_script, run_child
from topoviz.rendering.limits import A_PICTURE, PNG_PIXELS
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.model import Panel
from topoviz.rendering.preview_card import on_card
from topoviz.rendering.style import Theme

STAND_IN: Final = Path(__file__).with_name("png_child.py")
ZOOM: Final = 2.0
"""Pixels of the PNG for one of the drawing, if it does not grow too large."""

_LEAST_ZOOM: Final = 0.5
_SIZE: Final = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')


def to_png(svg: str, theme: Theme = Theme.AUTO, panel: Panel = Panel.USUAL) -> bytes:
    """Make a PNG from an SVG of ours, drawn without its style sheet; raises Undrawable with a sentence.

    For the panel of previews it stands on a card, whose size in pixels is that of every other.
    """
    if find_spec("resvg_py") is None:
        raise Undrawable(
            "PNG needs the package resvg_py. Install topoviz with its server extra: pip install 'topoviz[server]', "
            "or write an .svg."
        )
    is_card = panel is Panel.CARD
    drawn, zoom = (on_card(svg, theme), 1.0) if is_card else (svg, _zoom_for(svg))
    answer = run_child((*own_script(str(STAND_IN)), f"{zoom:.4f}"), drawn.encode(), A_PICTURE)
    if answer.ending is Ending.DONE:
        return answer.data
    raise Undrawable("Making the PNG takes more time or memory than it may. Write an .svg.")


def _zoom_for(svg: str) -> float:
    found = _SIZE.match(svg)
    assert found is not None
    area = float(found[1]) * float(found[2])
    zoom = min(ZOOM, math.sqrt(PNG_PIXELS / area))
    if zoom < _LEAST_ZOOM:
        raise Undrawable(
            f"As a PNG that can be read, this picture would have more than {PNG_PIXELS:,} pixels. Write an .svg."
        )
    return zoom
