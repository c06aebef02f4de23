"""The form in which somebody says the password of a link."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from topoviz.web.documents.problems import Problem
from topoviz.web.pages.behind_links import behind_a_link
from topoviz.web.pages.link_passwords import is_said, remember
from topoviz.web.sharing.selectors import Glance


@require_POST
@behind_a_link
def unlock_page(request: HttpRequest, glance: Glance, token: str, _: dict[str, Any]) -> HttpResponse:
    """Let somebody in who says the password, and lead to what the address asked for."""
    query = request.GET.urlencode(safe=":,.")
    try:
        if is_said(request, glance, request.POST.get("password", "")):
            page = reverse("shared-page", args=(token,))
            response = HttpResponseRedirect(f"{page}?{query}" if query else page, status=303)
            remember(response, glance)
            return response
    except Problem as too_many:
        wrong = f"Those were too many attempts. Wait {too_many.retry_after} seconds, then try it again."
        answer = render(request, "sharing/password.html", {"token": token, "query": query, "wrong": wrong}, status=429)
        for name, value in too_many.headers().items():
            answer.headers[name] = value
        return answer
    wrong = "This is not the password of the link."
    return render(request, "sharing/password.html", {"token": token, "query": query, "wrong": wrong}, status=403)
