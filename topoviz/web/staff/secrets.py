"""What opens things by a secret: staff see that it is there and end it, and neither the secret nor its digest."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic when it runs
    """Rows that are looked at, and at most deleted."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nothing is made here: whoever makes it is shown its secret."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nothing is changed here."""
        return False


class RevocableAdmin(ReadOnlyAdmin):
    """Rows that are taken back, and stay."""

    actions = ("take_back",)

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Let those take back who may change everything here."""
        return request.user.is_active and request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever uses it still learns that it was taken back."""
        return False

    @admin.action(description="Take back what is selected", permissions=["revoke"])
    def take_back(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        """Take back what is valid of it."""
        count = chosen.filter(revoked=None).update(revoked=timezone.now())
        self.message_user(request, f"{count} taken back.")


class ApiTokenAdmin(RevocableAdmin):
    """API tokens."""

    list_display = ("name", "prefix", "team", "created_by", "scope", "created", "expires", "last_used", "revoked")
    list_select_related = ("team", "created_by")
    search_fields = ("name", "prefix", "team__name")
    fields = list_display


class InvitationAdmin(RevocableAdmin):
    """Invitations."""

    list_display = ("note", "team", "role", "created_by", "created", "expires", "accepted", "revoked")
    list_select_related = ("team", "created_by")
    search_fields = ("note", "team__name")
    fields = list_display


class ShareLinkAdmin(ReadOnlyAdmin):
    """Share links. Deleting one ends it at once."""

    list_display = ("id", "team", "created_by", "created", "expires", "last_used")
    list_select_related = ("team", "created_by")
    fields = list_display
