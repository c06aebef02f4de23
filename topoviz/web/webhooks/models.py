"""Where a team wants to hear of verdicts, and each message that goes there."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from topoviz.engine.changes.finding import Level
from topoviz.rendering.changes.words import name_of_level
from topoviz.web.accounts.models import Team, User
from topoviz.web.projects.models import Project, Revision


class Kind(models.TextChoices):
    """What is sent."""

    SLACK = "slack", "Text, as Slack, Mattermost and others take it"
    JSON = "json", "JSON, for a program of yours"


class Branches(models.TextChoices):
    """Of which branches one hears."""

    MAIN = "main", "The main branch alone"
    ALL = "all", "All branches"


LEVELS: dict[str, Level] = {name_of_level(level): level for level in reversed(Level)}
"""The levels from which on one may hear, by their names in JSON, the worst first."""


class Webhook(models.Model):
    """An address that hears of the revisions of a team, or of one project.

    Its address may be a secret, as that of Slack is, and is sealed like the secret that signs; `shown` is as much of it
    as people see. `level` is the least that it hears of, and `hears_of_doubt` says whether what may be as bad counts.
    `base` is how this server was addressed when it was made, for links. `failing_since` is when the first delivery
    failed after which none arrived; `off_because` is empty where somebody switched it off.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="webhooks")
    project = models.ForeignKey(Project, on_delete=models.CASCADE, null=True, related_name="webhooks")
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    address = models.BinaryField()
    shown = models.CharField(max_length=300)
    secret = models.BinaryField()
    base = models.CharField(max_length=300)
    level = models.CharField(max_length=20, choices=[(name, level.words) for name, level in LEVELS.items()])
    hears_of_doubt = models.BooleanField(default=True)
    branches = models.CharField(max_length=10, choices=Branches.choices, default=Branches.MAIN)
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="webhooks")
    failing_since = models.DateTimeField(null=True)
    off_since = models.DateTimeField(null=True)
    off_because = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.shown})"


class State(models.TextChoices):
    """How far a delivery is."""

    WAITING = "waiting"
    SENDING = "sending"
    DELIVERED = "delivered"
    GAVE_UP = "gave-up"


class Delivery(models.Model):
    """A message to a webhook, the same each time it is sent; a test has no revision.

    It is sent when it is `due`. `code` and `said` are what came of the last attempt: the status of the answer, and why
    it counts as failed. `lease` is that of the worker that sends it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, null=True, related_name="deliveries")
    body = models.TextField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    due = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    code = models.PositiveSmallIntegerField(null=True)
    said = models.CharField(max_length=300, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    tried = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        """A webhook hears of a revision once; workers look for what is due, people for the newest."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("webhook", "revision"), condition=Q(revision__isnull=False), name="one_delivery_of_a_revision"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=("due",), condition=Q(state__in=("waiting", "sending")), name="deliveries_that_wait"),
            models.Index(fields=("webhook", "-created", "-id"), name="deliveries_of_a_webhook"),
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id}: {self.state}"

    @property
    def is_test(self) -> bool:
        """Tell whether it is a test, which is sent once."""
        return self.revision_id is None
