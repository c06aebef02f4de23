"""`/simple/`: an index of packages as pip reads them, with topoviz alone in it. Everybody may have it."""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from topoviz.web.documents.wheel import NAME, Wheel, own_wheel

_PAGE = '<!doctype html>\n<html lang="en"><head><title>{}</title></head><body>\n{}\n</body></html>\n'


@require_safe
def index_page(request: HttpRequest) -> HttpResponse:
    """List the packages."""
    link = format_html('<a href="{}">{}</a>', reverse("simple-project"), NAME)
    return _asked_each_time(HttpResponse(format_html(_PAGE, "Packages", link)))


@require_safe
def project_page(request: HttpRequest) -> HttpResponse:
    """List the files of topoviz: the wheel of the version that runs here, with its hash."""
    wheel = _wheel()
    link = format_html(
        '<a href="{}#sha256={}" data-requires-python="{}">{}</a>',
        reverse("simple-wheel", args=(wheel.name,)), wheel.sha256, wheel.requires_python, wheel.name,
    )  # fmt: skip
    return _asked_each_time(HttpResponse(format_html(_PAGE, f"Files of {NAME}", link)))


@require_safe
def wheel_file(request: HttpRequest, name: str) -> HttpResponse:
    """Send the wheel."""
    wheel = _wheel()
    if name != wheel.name:
        raise Http404
    etag = f'"{wheel.sha256}"'
    response = HttpResponse(wheel.data, content_type="application/octet-stream", headers={"ETag": etag})
    found = get_conditional_response(request, etag=etag, response=response)
    assert isinstance(found, HttpResponse)
    return _asked_each_time(found)


def _wheel() -> Wheel:
    wheel = own_wheel()
    if wheel is None:
        raise Http404
    return wheel


def _asked_each_time(response: HttpResponse) -> HttpResponse:
    """Let pip keep it and ask each time whether it is still the one: after an upgrade the same address has another."""
    if response.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
        response.headers["Cache-Control"] = "public, no-cache"
    return response
