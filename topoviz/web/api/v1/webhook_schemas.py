"""The shapes of what is said of webhooks, and of what they are sent."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiWebhook, extend_schema
from rest_framework import serializers

from topoviz.engine.changes.finding import Level
from topoviz.web.api.v1.schemas import Shape
from topoviz.web.api.v1.token_schemas import NamedProjectDocument
from topoviz.web.projects.models import Verdict
from topoviz.web.webhooks.events import COMPARED, SCHEMA, TEST
from topoviz.web.webhooks.models import LEVELS, Branches, Kind, State

OF_LEVELS = ", ".join(f"{name} ({level.words})" for name, level in LEVELS.items())
assert len(LEVELS) == len(Level)


class WebhookDocument(Shape):
    """A webhook of a team, without its secret."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    page = serializers.CharField()
    team = serializers.UUIDField()
    project = NamedProjectDocument(allow_null=True, help_text="The only project that it hears of; null for all.")
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=Kind.values, help_text="What it gets: slack is text, json is an event.")
    address = serializers.CharField(help_text="Where it leads, without what may be secret.")
    level = serializers.ChoiceField(choices=list(LEVELS), help_text="The least verdict that it hears of.")
    hears_of_doubt = serializers.BooleanField(help_text="Whether it hears of verdicts that may be as bad.")
    branches = serializers.ChoiceField(choices=Branches.values, help_text="Of which branches it hears.")
    is_on = serializers.BooleanField(help_text="Whether messages are sent.")
    off_because = serializers.CharField(help_text="Why it was switched off, where no person did it; else empty.")
    failing_since = serializers.DateTimeField(
        allow_null=True, help_text="When the first delivery failed since one arrived; null where the last one did."
    )
    created = serializers.DateTimeField(help_text="When it was made.")
    created_by = serializers.CharField(allow_null=True, help_text="Who made it.")


class NewWebhookDocument(WebhookDocument):
    """A new webhook with its secret, which is shown this once."""

    secret = serializers.CharField(help_text="What its messages are signed with.")


class WebhookSecretDocument(Shape):
    """A new secret, which is shown this once."""

    secret = serializers.CharField(help_text="What messages are signed with from now on.")


class DeliveryDocument(Shape):
    """A message to a webhook, and how far it is."""

    id = serializers.UUIDField(help_text="Its id, which the receiver gets as webhook-id.")
    webhook = serializers.UUIDField(help_text="The id of the webhook.")
    project = serializers.UUIDField(allow_null=True, help_text="The id of the project; null for a test.")
    revision = serializers.IntegerField(allow_null=True, help_text="The number of the revision; null for a test.")
    state = serializers.ChoiceField(choices=State.values, help_text="Whether it waits, is sent, arrived or was not.")
    attempts = serializers.IntegerField(help_text="How often it was sent.")
    code = serializers.IntegerField(allow_null=True, help_text="The status of the last answer; null without one.")
    said = serializers.CharField(help_text="Why the last attempt failed; empty where it did not.")
    next_attempt = serializers.DateTimeField(allow_null=True, help_text="When it is sent next; null when it is over.")
    created = serializers.DateTimeField(help_text="When it was made.")
    finished = serializers.DateTimeField(allow_null=True, help_text="When it arrived or was given up; null before.")


class EventTeamDocument(Shape):
    """The team that an event is about."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class EventProjectDocument(EventTeamDocument):
    """The project that an event is about."""

    page = serializers.CharField(help_text="Its whole address for people.")


class EventRevisionDocument(Shape):
    """The revision that an event is about."""

    number = serializers.IntegerField(help_text="Its number in the project.")
    page = serializers.CharField(help_text="Its whole address for people.")
    branch = serializers.CharField(help_text="Its branch.")
    is_main = serializers.BooleanField(help_text="Whether that is the main branch of the project.")
    commit = serializers.CharField(help_text="Its commit; empty where nobody said it, as all that follows.")
    message = serializers.CharField(help_text="The message of the commit.")
    author = serializers.CharField(help_text="Its author.")
    pull_request = serializers.CharField(help_text="Its pull request.")
    link = serializers.CharField(help_text="The address that was handed in with it.")


class EventVerdictDocument(Shape):
    """What a comparison found."""

    level = serializers.ChoiceField(
        choices=[*LEVELS, Verdict.CANNOT_TELL.value], help_text="The verdict; cannot-tell where the next two differ."
    )
    certain = serializers.ChoiceField(choices=list(LEVELS), help_text="What it is at least.")
    worst = serializers.ChoiceField(choices=list(LEVELS), help_text="What it may be.")
    words = serializers.CharField(help_text="The verdict in words.")


class EventReasonDocument(Shape):
    """Why a verdict is what it is."""

    level = serializers.ChoiceField(choices=list(LEVELS), help_text="What it alone would make of the verdict.")
    is_certain = serializers.BooleanField(help_text="Whether it is certain.")
    sentence = serializers.CharField(help_text="What changes, in a sentence.")


class EventDocument(Shape):
    """What a webhook of the kind json is sent: topoviz/event@1. Members may come, and none goes or changes."""

    schema = serializers.ChoiceField(choices=[SCHEMA], help_text="The name of this schema.")
    type = serializers.ChoiceField(choices=[COMPARED, TEST], help_text="What happened.")
    created = serializers.DateTimeField(help_text="When it happened.")
    team = EventTeamDocument(help_text="The team whose webhook it is.")
    project = EventProjectDocument(allow_null=True, help_text="The project; null for a test, as all that follows.")
    revision = EventRevisionDocument(allow_null=True, help_text="The revision.")
    compared_with = serializers.IntegerField(allow_null=True, help_text="The number of the revision before.")
    verdict = EventVerdictDocument(allow_null=True, help_text="What the comparison found.")
    reasons = EventReasonDocument(many=True, help_text="The gravest reasons, at most two.")


EVENT = OpenApiWebhook(
    name="event",
    decorator=extend_schema(
        summary="A revision was compared",
        description=(
            "What a webhook of the kind json is sent. webhook-id is the same each time that a message is sent, "
            "webhook-timestamp says when in seconds since 1970, and webhook-signature is v1, and the HMAC-SHA256 of "
            "id.timestamp.body in base64, as Standard Webhooks has it. Whatever is answered with 2xx has arrived."
        ),
        request=EventDocument,
        responses={204: None},
    ),
)
