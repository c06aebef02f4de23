"""What of a view and a theme a form depends on."""

from __future__ import annotations

from dataclasses import replace

from topoviz.rendering.forms.model import ABOUT, Form
from topoviz.rendering.places.model import Panel
from topoviz.rendering.style import Theme
from topoviz.rendering.views import View


def plain(view: View, form: Form, theme: Theme) -> tuple[View, Theme]:
    """Take away from a view and a theme what makes no difference to this form: each file is made once."""
    about = ABOUT[form]
    if not about.is_folded:
        view = view.plain
    if not about.has_panel:
        view = replace(view, panel=Panel.USUAL)
    return view, theme if about.has_theme else Theme.AUTO
