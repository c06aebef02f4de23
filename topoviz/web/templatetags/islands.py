"""`{% island "workbench" %}`: the styles and the script of an island that Vite has built."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from topoviz.web.places import PACKAGE

BUILD = PACKAGE / "web" / "static" / "topoviz" / "build"

register = template.Library()


@register.simple_tag
def island(name: str) -> SafeString:
    """Write the elements that load an island.

    The names are Vite's, which hash the content already: under a second name a module would be loaded twice. Raises
    ImproperlyConfigured when there is no such island.
    """
    manifest = read_manifest(BUILD / "manifest.json")
    key = f"src/{name}.ts"
    if key not in manifest:
        raise ImproperlyConfigured(f"The front end has no island called {name}: build it, see frontend/README.md.")
    chunks = _with_imports(manifest, key)
    styles = dict.fromkeys(style for chunk in chunks for style in chunk.get("css", ()))
    return format_html(
        "{}{}{}",
        format_html_join("", '<link rel="stylesheet" href="{}">', ((_url(style),) for style in styles)),
        format_html_join("", '<link rel="modulepreload" href="{}">', ((_url(chunk["file"]),) for chunk in chunks[1:])),
        format_html('<script type="module" src="{}"></script>', _url(manifest[key]["file"])),
    )


def read_manifest(path: Path) -> dict[str, Any]:
    """Read Vite's manifest, again only when it has changed."""
    try:
        changed = path.stat().st_mtime_ns
    except FileNotFoundError:
        return {}
    return _read(path, changed)


@cache
def _read(path: Path, changed: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _with_imports(manifest: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """Give a chunk and what it imports at once, each once."""
    found: dict[str, dict[str, Any]] = {}
    waiting = [key]
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = manifest[name]
            waiting.extend(manifest[name].get("imports", ()))
    return list(found.values())


def _url(file: str) -> str:
    return f"{settings.STATIC_URL}topoviz/build/{file}"
