"""The shapes of answers about projects, for the description of the API."""

from __future__ import annotations

from rest_framework import serializers

from topoviz.web.api.v1.schemas import OUTCOMES, ReasonDocument, Shape
from topoviz.web.projects.models import Verdict

VERDICT = (
    "What the comparison with the revision before says: will-not-start, state-loss, stop-all, note, compatible or "
    "cannot-tell; or why there is none: same (it is the same program), first (there is none before), not-compared, "
    "failed (the program was not read). null while it is worked on; said in words in `verdict_words`."
)


class ComparedDocument(Shape):
    """The comparison of one topology with that of the revision before."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    status = serializers.CharField()
    topology = serializers.IntegerField()
    reason = ReasonDocument(allow_null=True)


class RevisionDocument(Shape):
    """A project had this program at that commit."""

    project = serializers.UUIDField(help_text="The id of the project.")
    number = serializers.IntegerField(help_text="Its number in the project, from 1.")
    url = serializers.CharField()
    analysis = serializers.UUIDField()
    analysis_url = serializers.CharField(help_text="The address of the analysis in the API.")
    outcome = serializers.ChoiceField(
        choices=OUTCOMES, allow_null=True, help_text="How the analysis went, in one word; null until there is a result."
    )
    branch = serializers.CharField(help_text="The branch.")
    commit = serializers.CharField(help_text="The commit; empty where nobody said it, as in the next ones.")
    message = serializers.CharField(help_text="The message of the commit.")
    author = serializers.CharField(help_text="Who made the commit.")
    committed_at = serializers.DateTimeField(allow_null=True, help_text="When it was made.")
    pull_request = serializers.CharField(help_text="The number of the pull request.")
    link = serializers.CharField(help_text="The page of the commit or of the pull request.")
    created = serializers.DateTimeField()
    compared_with = serializers.IntegerField(
        allow_null=True, help_text="The number of the revision it is compared with: the one before on its branch that "
        "was read; where the branch has none, the newest on the main branch.",
    )  # fmt: skip
    verdict = serializers.ChoiceField(choices=Verdict.values, allow_null=True, help_text=VERDICT)
    verdict_words = serializers.CharField(help_text="The verdict in words, or why there is none.")


class OneRevisionDocument(RevisionDocument):
    """A revision, with the comparisons that its verdict rests on."""

    comparisons = ComparedDocument(many=True, help_text="One for each topology.")


class ProjectDocument(Shape):
    """One application of a team."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    team = serializers.UUIDField(help_text="The id of the team.")
    name = serializers.CharField()
    main_branch = serializers.CharField(help_text="The branch that is meant where nobody names another.")
    revisions = serializers.IntegerField(help_text="The number of the newest revision.")
    latest = RevisionDocument(
        allow_null=True, help_text="The newest revision on the main branch whose program was read; null without one."
    )
    created = serializers.DateTimeField(help_text="When it was made.")
    changed = serializers.DateTimeField(help_text="When its newest revision came.")
    archived = serializers.DateTimeField(allow_null=True, help_text="When it was put into the archive; null else.")
