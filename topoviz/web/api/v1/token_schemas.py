"""The shapes of what is said of tokens."""

from __future__ import annotations

from rest_framework import serializers

from topoviz.web.accounts.models import Scope
from topoviz.web.api.v1.schemas import Shape


class NamedProjectDocument(Shape):
    """A project by its name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class TokenDocument(Shape):
    """A token of a team, without its secret."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    name = serializers.CharField()
    prefix = serializers.CharField(help_text="How its secret begins.")
    scope = serializers.ChoiceField(choices=Scope.values, help_text="read only looks; write changes things too.")
    team = serializers.UUIDField()
    project = NamedProjectDocument(allow_null=True, help_text="The only project that it opens; null for all.")
    created_by = serializers.CharField(allow_null=True, help_text="Who made it; null for a command on the server.")
    created = serializers.DateTimeField(help_text="When it was made.")
    expires = serializers.DateTimeField(allow_null=True, help_text="When it ends; null for never.")
    last_used = serializers.DateTimeField(allow_null=True, help_text="When it was last shown, to the minute.")
    has_expired = serializers.BooleanField(help_text="Whether its time is over.")


class NewTokenDocument(TokenDocument):
    """A new token with its secret, which is shown this once."""

    secret = serializers.CharField(help_text="What programs send: Authorization: Bearer SECRET.")
