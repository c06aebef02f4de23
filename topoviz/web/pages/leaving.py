"""The way to other services that people sign in with.

Browsers let a form lead only where the page's policy says, and they look at redirects too. So what answers the form is
a page of ours that goes on by itself, and the policy stays as narrow as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from allauth.socialaccount.providers.github.views import oauth2_callback as github_callback
from allauth.socialaccount.providers.github.views import oauth2_login as github_login
from allauth.socialaccount.providers.openid_connect.views import callback as openid_callback
from allauth.socialaccount.providers.openid_connect.views import login as openid_login
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import path


def leaving(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Show a page where a view would redirect to another host."""

    def page(request: HttpRequest, **parts: Any) -> HttpResponse:
        answer = view(request, **parts)
        if not isinstance(answer, HttpResponseRedirect):
            return answer
        host = urlsplit(answer.url).netloc
        if not host or host == request.get_host():
            return answer
        shown = render(request, "socialaccount/leaving.html", {"address": answer.url, "provider_name": host})
        shown.cookies = answer.cookies
        return shown

    return page


def where_it_is_used(service: str, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give nothing where the environment does not name the service."""

    def page(request: HttpRequest, **parts: Any) -> HttpResponse:
        if service not in settings.SOCIALACCOUNT_PROVIDERS:
            raise Http404
        return view(request, **parts)

    return page


urlpatterns = [
    path("github/login/", where_it_is_used("github", leaving(github_login)), name="github_login"),
    path("github/login/callback/", where_it_is_used("github", github_callback), name="github_callback"),
    path("oidc/<str:provider_id>/login/", leaving(openid_login), name="openid_connect_login"),
    path("oidc/<str:provider_id>/login/callback/", openid_callback, name="openid_connect_callback"),
]
