"""How files of each form begin, to tell one from another."""

from importlib.util import find_spec

import pytest

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
    """Give forms as parameters of a test; what needs a package that is not installed is skipped."""
    return [
        pytest.param(form, id=form, marks=pytest.mark.skipif(_is_missing(form), reason=_why(form))) for form in forms
    ]


def _is_missing(form):
    return form in _PACKAGES and find_spec(_PACKAGES[form]) is None


def _why(form):
    return f"the package {_PACKAGES.get(form)} is not installed"
