"""How files of each form begin, to tell one from another."""

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
