"""The shapes of answers about projects, for the description of the API."""

from __future__ import annotations

from rest_framework import serializers

from topoviz.engine.changes.deployment import Guarantee, Protocol
from topoviz.web.api.v1.schemas import OUTCOMES, ReasonDocument, Shape
from topoviz.web.projects.models import NoteSort, Upgrade, Verdict

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
    page = serializers.CharField()
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
    compared_with_deleted = serializers.IntegerField(
        allow_null=True,
        help_text="Its number where that revision was deleted since: the verdict is what was said then.",
    )
    verdict = serializers.ChoiceField(choices=Verdict.values, allow_null=True, help_text=VERDICT)
    verdict_words = serializers.CharField(help_text="The verdict in words, or why there is none.")


class TasksDocument(ComparedDocument):
    """The tasks of one topology, as what is said of the project gives them: an assignment."""

    tasks = serializers.IntegerField(
        allow_null=True, help_text="How many there are; null until that is known, and where a count is missing."
    )


class OneRevisionDocument(RevisionDocument):
    """A revision, with the comparisons that its verdict rests on."""

    comparisons = ComparedDocument(many=True, help_text="One for each topology.")
    tasks = TasksDocument(
        many=True, help_text="One for each topology; none where the project says no partition counts."
    )


class DeploymentDocument(Shape):
    """How the application of a project runs; null where nobody says it."""

    application_id = serializers.CharField(allow_null=True, help_text="application.id.")
    guarantee = serializers.ChoiceField(choices=list(Guarantee), allow_null=True, help_text="processing.guarantee.")
    protocol = serializers.ChoiceField(choices=list(Protocol), allow_null=True, help_text="group.protocol.")
    kafka_version = serializers.CharField(
        allow_null=True, help_text="The version of Kafka Streams for programs that do not say it themselves."
    )
    upgrade = serializers.ChoiceField(
        choices=list(Upgrade), allow_null=True,
        help_text="How new versions come to run: one instance after another, or all stopped and then started.",
    )  # fmt: skip
    partitions = serializers.CharField(allow_null=True, help_text="Partition counts, as they were given.")
    cluster = serializers.CharField(allow_null=True, help_text="The clients, as they were given.")
    since_revision = serializers.IntegerField(
        allow_null=True, help_text="The number of the first revision that was compared with this; null where nothing "
        "is said.",
    )  # fmt: skip
    changed = serializers.DateTimeField(allow_null=True, help_text="When it was changed last.")


class ProjectDocument(Shape):
    """One application of a team."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    page = serializers.CharField()
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


class StoreEventDocument(Shape):
    """What became of a store in one revision."""

    revision = serializers.IntegerField(help_text="The number of the revision.")
    message = serializers.CharField(help_text="The first line of the message of its commit.")
    at = serializers.DateTimeField(help_text="When it was committed, or else handed in.")
    fate = serializers.ChoiceField(
        choices=("added", "removed", "renamed", "moved", "kept"),
        help_text="What became of it; kept where something else changed.",
    )
    fate_words = serializers.CharField(help_text="The same in words.")
    old = serializers.CharField(allow_null=True, help_text="What it was called before; null for a new one.")
    new = serializers.CharField(
        allow_null=True, help_text="What it was called from then on; null for one that is gone."
    )
    level = serializers.CharField(
        allow_null=True, help_text="The worst level of what was found about it: will-not-start, state-loss, stop-all, "
        "note or compatible; null where nothing was.",
    )  # fmt: skip
    said = serializers.ListField(child=serializers.CharField(), help_text="What was found about it, in sentences.")


class StoreDocument(Shape):
    """A store, and what became of it."""

    name = serializers.CharField(help_text="What it is called, or was called last.")
    names = serializers.ListField(child=serializers.CharField(), help_text="Every name that it had, the newest first.")
    is_there = serializers.BooleanField(help_text="Whether the newest revision has it.")
    events = StoreEventDocument(many=True, help_text="What became of it, the newest first.")


class StoresDocument(Shape):
    """The stores of a branch over time."""

    branch = serializers.CharField(help_text="The branch.")
    first = serializers.IntegerField(allow_null=True, help_text="The number of its first revision that was read.")
    newest = serializers.IntegerField(allow_null=True, help_text="The number of its newest revision that was read.")
    stores = StoreDocument(many=True, help_text="Those that are there, and then those that are gone.")
    not_compared = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Numbers of revisions that were not compared with the one before, or whose one before was deleted: "
        "what became of stores there is not known.",
    )
    is_cut = serializers.BooleanField(help_text="Whether the history is so long that its oldest part is missing.")


class UseDocument(Shape):
    """That an application reads or writes the topic that was looked for."""

    pattern = serializers.CharField(allow_null=True, help_text="The pattern by which it reads it; null by its name.")
    is_unsure = serializers.BooleanField(help_text="Whether nobody can tell that the pattern matches.")


class HitDocument(Shape):
    """A name that was found."""

    kind = serializers.CharField(help_text="topic, pattern, repartition, changelog, store, node or topology.")
    name = serializers.CharField()
    reads = serializers.BooleanField(help_text="Of a topic: whether the application reads it.")
    writes = serializers.BooleanField(help_text="Of a topic: whether the application writes it.")


class LineDocument(Shape):
    """A line of a program in which the text stands."""

    file = serializers.CharField(help_text="The file.")
    line = serializers.IntegerField(help_text="Its line, from 1.")
    text = serializers.CharField()


class FoundDocument(Shape):
    """A project in which something was found."""

    project = serializers.UUIDField(help_text="The id of the project.")
    name = serializers.CharField()
    team = serializers.UUIDField(help_text="The id of the team.")
    url = serializers.CharField()
    page = serializers.CharField()
    revision = serializers.IntegerField(help_text="The number of its latest revision on main, in which it was found.")
    analysis = serializers.UUIDField()
    reads = UseDocument(allow_null=True, help_text="How it reads the topic of this very name; null where it does not.")
    writes = UseDocument(allow_null=True, help_text="How it writes the topic of this very name; null else.")
    hits = HitDocument(many=True, help_text="The names that have the text in them.")
    lines = LineDocument(many=True, help_text="The first lines of its files that have the text in them.")


class SearchDocument(Shape):
    """What was found."""

    query = serializers.CharField(help_text="What was looked for.")
    is_topic = serializers.BooleanField(help_text="Whether it is the name of a topic that somebody reads or writes.")
    projects = FoundDocument(many=True, help_text="The projects in which it was found, by name.")
    is_cut = serializers.BooleanField(help_text="Whether there is more than is given: look for a longer text then.")


class NoteDocument(Shape):
    """A note, as it was written."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    sort = serializers.ChoiceField(choices=NoteSort.values, help_text="What it is about.")
    name = serializers.CharField(help_text="What that was called in the revision for which it was written.")
    revision = serializers.IntegerField(help_text="The number of that revision.")
    text = serializers.CharField()
    author = serializers.CharField(allow_null=True, help_text="Who wrote it; null for a token, or somebody deleted.")
    created = serializers.DateTimeField(help_text="When it was written.")
    changed = serializers.DateTimeField(help_text="When its text was changed last.")


class PlacedNoteDocument(NoteDocument):
    """A note, and what it is about in a revision."""

    in_revision = serializers.IntegerField(help_text="The number of the revision that is looked at.")
    name_there = serializers.CharField(
        allow_null=True, help_text="What it is called there; null where it is not there."
    )
    is_followed = serializers.BooleanField(
        help_text="Whether it was followed by what comparisons matched; else it is found by its name alone, as from "
        "one branch to another."
    )
    gone_in = serializers.IntegerField(
        allow_null=True, help_text="The number of the revision that took it away, where that is known."
    )


class NotesDocument(Shape):
    """The notes of a project."""

    revision = serializers.IntegerField(
        allow_null=True, help_text="The number of the revision that is looked at; null where none was read."
    )
    notes = PlacedNoteDocument(many=True, help_text="The notes, the newest first.")


class ImportedDocument(Shape):
    """What was taken in."""

    projects = serializers.IntegerField(help_text="How many projects.")
    revisions = serializers.IntegerField(help_text="How many revisions.")
    programs = serializers.IntegerField(help_text="How many programs, which are analyzed again.")
    notes = serializers.IntegerField(help_text="How many notes.")
