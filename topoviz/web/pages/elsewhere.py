"""What other sites show of a link: a badge, a card for previews, a page to embed, and what oEmbed says of that.

Of a link with a password there is none of it.
"""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit
from xml.etree import ElementTree as ET

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe
from rest_framework.request import Request
from rest_framework.views import APIView

from topoviz.rendering.badge import Part, badge
from topoviz.rendering.forms.model import Form
from topoviz.rendering.places.model import Panel
from topoviz.rendering.preview_card import HEIGHT, WIDTH
from topoviz.web.documents.files import SVG_TYPE, file_response
from topoviz.web.documents.link_facts import FACTS, LinkFacts, facts_of
from topoviz.web.documents.problems import Problem, problem_response
from topoviz.web.documents.throttles import SharedThrottle
from topoviz.web.pages.behind_links import shared_elsewhere
from topoviz.web.pages.shared_files import first_picture, picture_response
from topoviz.web.sharing.selectors import Shown, find_shown

EMBEDDED: Final = {
    "default-src": ["'none'"],
    "img-src": ["'self'"],
    "style-src": ["'self'"],
    "font-src": ["'self'"],
    "script-src": ["'none'"],
    "connect-src": ["'none'"],
    "form-action": ["'none'"],
    "base-uri": ["'none'"],
    "frame-ancestors": list(settings.TOPOVIZ_EMBED_IN),
}
"""What a page that others embed may do: show itself, and its picture."""

EMBED_WIDTH, EMBED_HEIGHT = 800, 600
"""How large an embedded page is where nobody says it."""

_OF_A_PICTURE: Final = ("view", "open", "whole", "topology", "step", "theme")
_LINK: Final = re.compile(r"/s/(?P<token>[A-Za-z0-9_-]{20,100})(?:/embed)?")
_NOT_IN_XML: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CACHED_SECONDS: Final = 3600


@require_safe
@shared_elsewhere
def badge_svg(request: HttpRequest, shown: Shown, *, token: str) -> HttpResponse:
    """Give the badge, with all that is known or what `show` names."""
    asked = request.GET.get("show", "")
    names = tuple(asked.split(",")) if asked else FACTS
    if not set(names) <= set(FACTS):
        return problem_response(422, "not-valid", f"Choose of {', '.join(FACTS)}.", "Use the address without ?show.")
    facts = facts_of(shown)
    missing = Part("not known")
    parts = [facts.parts.get(name, missing) for name in dict.fromkeys(names) if asked or name in facts.parts]
    label = f"{facts.label}: {names[0]}" if parts == [missing] else facts.label
    return file_response(badge(label, parts).encode(), SVG_TYPE, "badge.svg")


@require_safe
@shared_elsewhere
def card_png(request: HttpRequest, shown: Shown, *, token: str) -> HttpResponse:
    """Give the picture that chats and networks show for a link."""
    return picture_response(request, shown, Form.PNG, {**request.GET.dict(), "panel": Panel.CARD.value})


@csp_replace(EMBEDDED)
@xframe_options_exempt
@require_safe
@shared_elsewhere
def embed_page(request: HttpRequest, shown: Shown, *, token: str) -> HttpResponse:
    """Show the picture with its title and a way to the page, inside the page of another site."""
    if not _may_be_embedded():
        return problem_response(404, "not-found", "This server lets no site embed its pages.", "Open the link itself.")
    asked = _of_a_picture(request.GET.dict())
    theme = asked.get("theme", "")
    context = {
        "facts": facts_of(shown),
        "token": token,
        "theme": theme if theme in ("light", "dark") else "",
        "picture": reverse(first_picture(shown, Form.SVG), args=(token,)),
        "query": urlencode(asked, safe=":,."),
        "page_query": urlencode({name: value for name, value in asked.items() if name != "theme"}, safe=":,."),
    }
    return render(request, "sharing/embed.html", context)


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Say how a link is embedded, as oembed.com describes it."""
    try:
        SharedThrottle().allow_request(Request(request), APIView())
    except Problem as too_many:
        return too_many.response()
    form = request.GET.get("format", "json")
    if form not in ("json", "xml"):
        return problem_response(501, "wrong-form", "There is oEmbed as json and as xml.", "Ask for one of them.")
    found = _shown_at(request, request.GET.get("url", ""))
    if found is None:
        return problem_response(404, "not-found", "There is nothing to embed at this address.", "Give that of a link.")
    shown, token, query = found
    try:
        most = [_side(request, name) for name in ("maxwidth", "maxheight")]
    except ValueError:
        return problem_response(422, "not-valid", "maxwidth and maxheight are numbers of pixels.", "Give such numbers.")
    document = _oembed_document(request, facts_of(shown), token, query, most[0], most[1])
    response = JsonResponse(document) if form == "json" else _as_xml(document)
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Cache-Control"] = "no-cache"
    return response


def preview_context(request: HttpRequest, shown: Shown, token: str) -> dict[str, Any]:
    """Give what the head of a page says to sites that show a preview of it; nothing of a link with a password."""
    if shown.link.password:
        return {}
    facts = facts_of(shown)
    query = urlencode(_of_a_picture(request.GET.dict()), safe=":,.")
    whole = _whole(request, "shared-page", token, query)
    about = {
        form: request.build_absolute_uri(f"{reverse('oembed')}?{urlencode({'url': whole, 'format': form})}")
        for form in ("json", "xml")
    }
    return {
        "preview": {
            "facts": facts,
            "page": whole,
            "card": _whole(request, "shared-card", token, query) if facts.has_picture else None,
            "width": WIDTH,
            "height": HEIGHT,
            "oembed": about,
        }
    }


def embedding_of(address: str, title: str, width: int = EMBED_WIDTH, height: int = EMBED_HEIGHT) -> str:
    """Give HTML that shows a page of a link inside another page."""
    frame = {"address": address, "title": title, "width": width, "height": height}
    return render_to_string("sharing/frame.html", frame).strip()


def _oembed_document(
    request: HttpRequest, facts: LinkFacts, token: str, query: str, most_wide: int | None, most_high: int | None
) -> dict[str, Any]:
    common = {
        "version": "1.0",
        "title": facts.title,
        "provider_name": "topoviz",
        "provider_url": request.build_absolute_uri("/"),
        "cache_age": _CACHED_SECONDS,
    }
    card = _whole(request, "shared-card", token, query)
    fits = (most_wide or WIDTH) >= WIDTH and (most_high or HEIGHT) >= HEIGHT
    if facts.has_picture and fits:
        common |= {"thumbnail_url": card, "thumbnail_width": WIDTH, "thumbnail_height": HEIGHT}
    if not _may_be_embedded():
        zoom = min(1.0, (most_wide or WIDTH) / WIDTH, (most_high or HEIGHT) / HEIGHT)
        return {"type": "photo", "url": card, "width": int(WIDTH * zoom), "height": int(HEIGHT * zoom), **common}
    width, height = min(EMBED_WIDTH, most_wide or EMBED_WIDTH), min(EMBED_HEIGHT, most_high or EMBED_HEIGHT)
    html = embedding_of(_whole(request, "shared-embed", token, query), facts.title, width, height)
    return {"type": "rich", "html": html, "width": width, "height": height, **common}


def _may_be_embedded() -> bool:
    return bool(settings.TOPOVIZ_EMBED_IN != ["'none'"])


def _whole(request: HttpRequest, route: str, token: str, query: str) -> str:
    """Give the address of something behind a link, as other sites need it."""
    return request.build_absolute_uri(reverse(route, args=(token,))) + (f"?{query}" if query else "")


def _as_xml(document: dict[str, Any]) -> HttpResponse:
    root = ET.Element("oembed")
    for name, value in document.items():
        # Letters that no XML may have.
        ET.SubElement(root, name).text = _NOT_IN_XML.sub("�", str(value))
    text = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n' + ET.tostring(root, encoding="unicode")
    return HttpResponse(text, content_type="text/xml; charset=utf-8")


def _shown_at(request: HttpRequest, address: str) -> tuple[Shown, str, str] | None:
    """Give what the link at an address of this server shows, its token, and what the address asks of the picture."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    found = _LINK.fullmatch(parts.path)
    if found is None or parts.scheme not in ("http", "https") or parts.netloc.lower() != request.get_host().lower():
        return None
    shown = find_shown(found["token"])
    if shown is None or shown.link.password:
        return None
    asked = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    return shown, found["token"], urlencode(_of_a_picture(asked), safe=":,.")


def _side(request: HttpRequest, name: str) -> int | None:
    """Read a number of pixels; raises ValueError."""
    given = request.GET.get(name, "")
    if not given:
        return None
    if re.fullmatch(r"[1-9]\d{0,5}", given, re.ASCII) is None:
        raise ValueError(name)
    return int(given)


def _of_a_picture(asked: dict[str, str]) -> dict[str, str]:
    return {name: asked[name] for name in _OF_A_PICTURE if name in asked}
