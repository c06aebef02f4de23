"""What was written down of teams, for staff."""

from __future__ import annotations

from django.http import HttpRequest

from topoviz.web.audit.models import Event
from topoviz.web.staff.secrets import ReadOnlyAdmin


class EventAdmin(ReadOnlyAdmin):
    """Who did what in which team."""

    list_display = ("created", "team", "who", "action", "target")
    list_select_related = ("team",)
    list_filter = ("action",)
    search_fields = ("who", "team__name")
    fields = list_display

    def has_delete_permission(self, request: HttpRequest, obj: Event | None = None) -> bool:
        """An event goes with its team only."""
        return False
