"""People, the teams they work in, and the tokens that programs show in their place."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """Somebody who signs in. A model of our own from the start, because it cannot be exchanged later."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)


class Team(models.Model):
    """Who owns analyses. A visitor without an account gets a team that is bound to the session."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=100)
    is_anonymous = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a member may do."""

    OWNER = "owner"
    EDITOR = "editor"
    VIEWER = "viewer"


class Membership(models.Model):
    """A user in a team."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.EDITOR)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        """One membership for each user of a team."""

        constraints: ClassVar = [models.UniqueConstraint(fields=("team", "user"), name="one_membership_each")]

    def __str__(self) -> str:
        return f"{self.user} in {self.team}"


class Invitation(models.Model):
    """A link by which one person joins a team. Only the digest of its secret is kept; `note` says for whom it is."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.EDITOR)
    note = models.CharField(max_length=100, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="invitations")
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    revoked = models.DateTimeField(null=True)
    accepted = models.DateTimeField(null=True)
    accepted_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.note or self.id}, as {self.role}"


class Scope(models.TextChoices):
    """What a token opens."""

    READ = "read"
    WRITE = "write"


class ApiToken(models.Model):
    """A secret that programs show. Only its digest is kept; the prefix lets people tell their tokens apart.

    One with a project opens that alone; one without opens all that its team has.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="tokens")
    created_by = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="tokens")
    project = models.ForeignKey("projects.Project", on_delete=models.CASCADE, null=True, related_name="tokens")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=10, choices=Scope.choices, default=Scope.WRITE)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField(null=True)
    last_used = models.DateTimeField(null=True)
    revoked = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
