"""Who did what, as it is remembered."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from topoviz.web.audit.actions import WORDS


class Event(models.Model):
    """Something that somebody changed about a team. Nobody changes an event; all of them go with their team.

    `who` is the name at that time: of a user, of a token, or of nobody where a command did it. `target` says what it
    was done to, in words, so that it can be read when that is gone.
    """

    team = models.ForeignKey("accounts.Team", on_delete=models.CASCADE, related_name="events")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="events")
    token = models.ForeignKey("accounts.ApiToken", on_delete=models.SET_NULL, null=True, related_name="events")
    who = models.CharField(max_length=150, blank=True)
    action = models.CharField(max_length=30)
    target = models.CharField(max_length=300, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        """A team reads its newest first."""

        indexes: ClassVar = [models.Index(fields=("team", "-created", "-id"), name="event_of_team")]

    def __str__(self) -> str:
        return f"{self.who} {self.words} {self.target}".strip()

    @property
    def words(self) -> str:
        """What was done; the action itself where this code does not know it any more."""
        return WORDS.get(self.action, self.action)
