"""Django's admin for staff accounts, with an own list of what is in it: no secret, no digest, and no program."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect

from topoviz.web.accounts.anonymous import to_sign_in
from topoviz.web.accounts.models import ApiToken, Invitation, Team, User
from topoviz.web.audit.models import Event
from topoviz.web.sharing.models import ShareLink
from topoviz.web.staff.people import EmailAddressAdmin, StaffUserAdmin, TeamAdmin
from topoviz.web.staff.secrets import ApiTokenAdmin, InvitationAdmin, ShareLinkAdmin
from topoviz.web.staff.written import EventAdmin

Page = Callable[..., HttpResponseBase]


class StaffSite(AdminSite):
    """The admin: others who are signed in find nothing, and visitors are asked to sign in.

    Staff sign in like everybody else, with their second factor and with the same limits.
    """

    site_header = site_title = "topoviz: this server"
    index_title = "Users, teams, and what opens their things"
    enable_nav_sidebar = False

    def admin_view(self, view: Page, cacheable: bool = False) -> Page:  # type: ignore[override]  # of any arguments
        """Guard a page of the admin."""
        inner = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *parts: Any, **named: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return to_sign_in(request)
            if not self.has_permission(request):
                raise Http404
            return inner(request, *parts, **named)

        return update_wrapper(guarded, view)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Lead to where everybody signs in."""
        if not request.user.is_authenticated:
            return to_sign_in(request)
        if not self.has_permission(request):
            raise Http404
        return redirect("admin:index")


SITE = StaffSite(name="admin")
SITE.register(User, StaffUserAdmin)
SITE.register(EmailAddress, EmailAddressAdmin)
SITE.register(Team, TeamAdmin)
SITE.register(ApiToken, ApiTokenAdmin)
SITE.register(Invitation, InvitationAdmin)
SITE.register(ShareLink, ShareLinkAdmin)
SITE.register(Event, EventAdmin)
