"""From a topology, a view and a form to the bytes of a file, the same for pages, the API and the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from topoviz.engine.results import AnalyzedTopology
from topoviz.rendering.draw import dot_of, draw
from topoviz.rendering.forms.excalidraw import to_excalidraw
from topoviz.rendering.forms.markdown import to_markdown
from topoviz.rendering.forms.mermaid import to_mermaid
from topoviz.rendering.forms.model import Form
from topoviz.rendering.forms.pdf import to_pdf
from topoviz.rendering.forms.plain import plain
from topoviz.rendering.forms.plantuml import to_plantuml
from topoviz.rendering.png import to_png
from topoviz.rendering.style import Theme
from topoviz.rendering.svg.font import with_font
from topoviz.rendering.views import View

Writer = Callable[[AnalyzedTopology, View, Theme], bytes]


def write(analyzed: AnalyzedTopology, view: View, form: Form, theme: Theme = Theme.AUTO) -> bytes:
    """Give the file of one view in one form; raises Undrawable with a sentence when there is none."""
    return _WRITERS[form](analyzed, *plain(view, form, theme))


def _svg(analyzed: AnalyzedTopology, view: View, theme: Theme) -> bytes:
    return with_font(draw(analyzed, view, theme=theme)).encode()


def _png(analyzed: AnalyzedTopology, view: View, theme: Theme) -> bytes:
    return to_png(draw(analyzed, view, theme=theme, with_style=False), theme, view.panel)


def _pdf(analyzed: AnalyzedTopology, view: View, _: Theme) -> bytes:
    return to_pdf(draw(analyzed, view, theme=Theme.LIGHT, with_style=False))


def _as_text(writer: Callable[[AnalyzedTopology, View], str]) -> Writer:
    return lambda analyzed, view, _: writer(analyzed, view).encode()


_WRITERS: Final[dict[Form, Writer]] = {
    Form.SVG: _svg,
    Form.PNG: _png,
    Form.PDF: _pdf,
    Form.EXCALIDRAW: _as_text(to_excalidraw),
    Form.DOT: _as_text(dot_of),
    Form.MERMAID: _as_text(to_mermaid),
    Form.PLANTUML: _as_text(to_plantuml),
    Form.MARKDOWN: _as_text(to_markdown),
}
