"""Which forms there are, and what each is for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Form(StrEnum):
    """A form of a view; the value is how names of files and addresses of the API end."""

    SVG = "svg"
    PNG = "png"
    PDF = "pdf"
    EXCALIDRAW = "excalidraw"
    DOT = "dot"
    MERMAID = "mmd"
    PLANTUML = "puml"
    MARKDOWN = "md"


@dataclass(frozen=True, slots=True)
class About:
    """What people and programs need to know of a form.

    `is_text` says that it can be copied as text. The last three say on what the form depends: the colours, what is
    opened and folded, and how large the place is that the picture is for.
    """

    title: str
    sentence: str
    media_type: str
    is_text: bool
    has_theme: bool = False
    is_folded: bool = True
    has_panel: bool = True


ABOUT: Final[dict[Form, About]] = {
    Form.SVG: About("SVG", "Sharp at every size, for pages and documents.", "image/svg+xml", True, has_theme=True),
    Form.PNG: About("PNG", "For chats, tickets and slides.", "image/png", False, has_theme=True),
    Form.PDF: About("PDF", "For printing, with text that can be searched and selected.", "application/pdf", False),
    Form.EXCALIDRAW: About(
        "Excalidraw",
        "Shapes to draw on with, at excalidraw.com or in an editor.",
        "application/vnd.excalidraw+json",
        True,
    ),
    Form.DOT: About(
        "DOT", "For Graphviz, with nothing folded.", "text/vnd.graphviz", True, is_folded=False, has_panel=False
    ),
    Form.MERMAID: About(
        "Mermaid", "GitHub, GitLab and many wikis draw it by themselves.", "text/vnd.mermaid", True, has_panel=False
    ),
    Form.PLANTUML: About("PlantUML", "For documents that PlantUML draws.", "text/x-plantuml", True, has_panel=False),
    Form.MARKDOWN: About(
        "Markdown",
        "A sentence and the diagram as Mermaid, for a pull request or a README.",
        "text/markdown",
        True,
        has_panel=False,
    ),
}
