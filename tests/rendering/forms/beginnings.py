"""How files of each form begin, to tell one from another."""

from importlib.util import find_spec

from topoviz.rendering.forms.model import Form

BEGINNINGS = {
    Form.SVG: b"<svg ",
    Form.PNG: b"\x89PNG\r\n\x1a\n",
    Form.PDF: b"%PDF-",
    Form.EXCALIDRAW: b"{",
    Form.DOT: b"digraph topoviz {",
    Form.MERMAID: b"",
    Form.PLANTUML: b"@startuml",
    Form.MARKDOWN: b"",
}

_PACKAGES = {Form.PNG: "resvg_py", Form.PDF: "typst"}


def made_here(forms):
    """Give those of the forms whose package is installed."""
    return [form for form in forms if form not in _PACKAGES or find_spec(_PACKAGES[form]) is not None]
