"""`{{ sentence|with_code }}`: the engine's sentences, with what stands between backticks as code."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def with_code(sentence: str) -> SafeString:
    """Escape a sentence and mark up its names; a backtick without its pair stays what it is."""
    parts = sentence.split("`")
    if len(parts) % 2 == 0:
        return format_html("{}", sentence)
    marked = (
        ("<code>" if number % 2 else "", part, "</code>" if number % 2 else "") for number, part in enumerate(parts)
    )
    return format_html_join(
        "", "{}{}{}", ((SafeString(before), part, SafeString(after)) for before, part, after in marked)
    )
