"""The shapes of what lists say of analyses, lag reports and share links."""

from __future__ import annotations

from rest_framework import serializers

from topoviz.web.api.v1.schemas import OUTCOME, OUTCOMES, Shape, ShortDocument, ShortLagReportDocument

LINK_KINDS = ("analysis", "lag_report", "assignment", "scenario", "simulation", "comparison", "revision", "latest")


class RevisionOfProjectDocument(Shape):
    """Which revision of which project something is."""

    project = serializers.UUIDField(help_text="The id of the project.")
    name = serializers.CharField(help_text="The name of the project.")
    number = serializers.IntegerField(help_text="The number of the revision.")


class ListedAnalysisDocument(ShortDocument):
    """What a list says of an analysis."""

    page = serializers.CharField()
    team = serializers.UUIDField()
    outcome = serializers.ChoiceField(choices=OUTCOMES, allow_null=True, help_text=OUTCOME)
    revisions = RevisionOfProjectDocument(many=True, help_text="Which revisions of projects it is, the newest first.")
    created = serializers.DateTimeField()
    created_by = serializers.CharField(allow_null=True)


class ListedLagReportDocument(ShortLagReportDocument):
    """What a list says of a lag report."""

    team = serializers.UUIDField()
    analysis = serializers.UUIDField()
    topology = serializers.IntegerField()
    worst_finding = serializers.CharField(
        allow_null=True, help_text="The first of its findings; null until there is one."
    )
    created = serializers.DateTimeField()
    created_by = serializers.CharField(allow_null=True)


class LinkDocument(Shape):
    """What is known of a link; its address was given once."""

    id = serializers.UUIDField()
    manage = serializers.CharField(help_text="The address in the API at which it can be deleted.")
    team = serializers.UUIDField()
    kind = serializers.ChoiceField(
        choices=LINK_KINDS,
        help_text="What it shows; latest is what is the latest on the main branch of a project whenever it is opened.",
    )
    analysis = serializers.UUIDField(allow_null=True, help_text="The analysis that it shows; null for latest.")
    lag_report = serializers.UUIDField(allow_null=True, help_text="The lag report that it shows; null for none.")
    assignment = serializers.UUIDField(allow_null=True, help_text="The assignment that it shows; null for none.")
    scenario = serializers.UUIDField(allow_null=True, help_text="The scenario that it shows; null for none.")
    simulation = serializers.UUIDField(allow_null=True, help_text="The simulation that it shows; null for none.")
    comparison = serializers.UUIDField(allow_null=True, help_text="The comparison that it shows; null for none.")
    project = serializers.UUIDField(allow_null=True, help_text="The project that it shows something of; null for none.")
    revision = serializers.IntegerField(allow_null=True, help_text="The number of the revision that it shows.")
    has_password = serializers.BooleanField(help_text="Whether it asks for a password.")
    created = serializers.DateTimeField(help_text="When it was made.")
    created_by = serializers.CharField(allow_null=True)
    expires = serializers.DateTimeField(allow_null=True, help_text="When it ends; null for never.")
    has_expired = serializers.BooleanField(help_text="Whether its time is over.")
    last_used = serializers.DateTimeField(
        allow_null=True, help_text="When somebody opened it last, to the hour; null for never."
    )


class ShareLinkDocument(LinkDocument):
    """A new link. Its address and its delete key are shown this once."""

    url = serializers.CharField()
    svg = serializers.CharField(allow_null=True)
    png = serializers.CharField(allow_null=True, help_text="The same as PNG; null where the link asks for a password.")
    badge = serializers.CharField(
        allow_null=True,
        help_text="A badge: sub-topologies, tasks and verdict, or what ?show= names of these; null likewise.",
    )
    embed = serializers.CharField(allow_null=True, help_text="A page to embed in another; null likewise.")
    delete_key = serializers.CharField()
