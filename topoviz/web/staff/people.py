"""Users and teams, as staff see them."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from topoviz.web.accounts.models import Membership, Team


class StaffUserAdmin(UserAdmin):  # type: ignore[type-arg]  # not generic when it runs
    """Users: who may sign in, and who is staff. Passwords are set by their owners."""

    list_display = ("username", "email", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff", "is_superuser")
    search_fields = ("username", "email")
    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "email")}),
        ("May", {"fields": ("is_active", "is_staff", "is_superuser")}),
        ("When", {"fields": ("last_login", "date_joined")}),
    )


class EmailAddressAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic when it runs
    """Addresses that people gave, and whether they are known to be theirs."""

    list_display = ("email", "user", "verified", "primary")
    search_fields = ("email", "user__username")
    raw_id_fields = ("user",)


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]  # not generic when it runs
    """Who is in a team."""

    model = Membership
    raw_id_fields = ("user",)
    extra = 0


class TeamAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic when it runs
    """Teams of people; those of visitors are theirs alone. What a team has is not shown."""

    list_display = ("name", "created")
    search_fields = ("name",)
    readonly_fields = ("created",)
    fields = ("name", "created")
    inlines = (MembershipInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Team]:
        """Leave the teams of visitors out."""
        teams: QuerySet[Team] = super().get_queryset(request)
        return teams.filter(is_anonymous=False)
