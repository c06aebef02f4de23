"""The programs of a team with their history: which program a project had at which commit, and what changed with it."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from topoviz.engine.changes.finding import Level
from topoviz.web.accounts.models import Team, User
from topoviz.web.analyses.models import Analysis
from topoviz.web.calculations.models import Calculation

MAIN: str = "main"
"""The branch that is meant where nobody names another."""

LONGEST_NAME: int = 500


class Project(models.Model):
    """One application of a team. `last_number` is that of its newest revision, and `changed` when that came."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="projects")
    name = models.CharField(max_length=100)
    main_branch = models.CharField(max_length=200, default=MAIN)
    last_number = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="projects")
    changed = models.DateTimeField(auto_now_add=True)
    archived = models.DateTimeField(null=True)

    class Meta:
        """A team names a project once; lists begin with what changed last."""

        constraints: ClassVar = [models.UniqueConstraint(fields=("team", "name"), name="one_project_of_a_name")]
        indexes: ClassVar = [models.Index(fields=("team", "-changed"), name="projects_of_a_team")]

    def __str__(self) -> str:
        return self.name


class Upgrade(models.TextChoices):
    """How a new version of an application comes to run."""

    ROLLING = "rolling", "One instance after another, while the others run"
    ALL_AT_ONCE = "all-at-once", "All instances are stopped, then started again"


class Deployment(models.Model):
    """How the application of a project runs, as far as somebody said it; what is empty is not said.

    `partitions` and `cluster` are texts in any form that is read. They hold from the revision `since` on: what was said
    of older ones stays.
    """

    project = models.OneToOneField(Project, on_delete=models.CASCADE, primary_key=True, related_name="deployment")
    application_id = models.CharField(max_length=249, blank=True)
    guarantee = models.CharField(max_length=20, blank=True)
    protocol = models.CharField(max_length=20, blank=True)
    kafka_version = models.CharField(max_length=20, blank=True)
    upgrade = models.CharField(max_length=20, choices=Upgrade.choices, blank=True)
    partitions = models.TextField(blank=True)
    cluster = models.TextField(blank=True)
    since = models.PositiveIntegerField(default=1)
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.project_id}: {self.application_id}"


class Progress(models.TextChoices):
    """How far the comparison of a revision with the one before is."""

    WAITING = "waiting"
    COMPARING = "comparing"
    SETTLED = "settled"


class Verdict(models.TextChoices):
    """What came of a revision: a level of the comparison, or why there is none."""

    WILL_NOT_START = "will-not-start", Level.WILL_NOT_START.words
    STATE_LOSS = "state-loss", Level.STATE_LOSS.words
    STOP_ALL = "stop-all", Level.STOP_ALL.words
    NOTE = "note", Level.NOTE.words
    COMPATIBLE = "compatible", Level.COMPATIBLE.words
    CANNOT_TELL = "cannot-tell", "Cannot tell"
    SAME = "same", "The same program"
    FIRST = "first", "First revision"
    NOT_COMPARED = "not-compared", "Not compared"
    FAILED = "failed", "Not read"


class Revision(models.Model):
    """A project had this program at that commit. Several revisions may share an analysis.

    `previous` is what it was compared with, None where that was deleted since; its number stays in `previous_number`.
    `said` is its verdict in words, or why there is none.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="revisions")
    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    branch = models.CharField(max_length=200, default=MAIN)
    commit = models.CharField(max_length=64, blank=True)
    message = models.CharField(max_length=2000, blank=True)
    author = models.CharField(max_length=200, blank=True)
    committed_at = models.DateTimeField(null=True)
    pull_request = models.CharField(max_length=100, blank=True)
    url = models.URLField(max_length=1000, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="revisions")
    previous = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="next")
    previous_number = models.PositiveIntegerField(null=True)
    progress = models.CharField(max_length=10, choices=Progress.choices, default=Progress.WAITING)
    verdict = models.CharField(max_length=20, choices=Verdict.choices, blank=True)
    said = models.TextField(blank=True)

    class Meta:
        """Numbers count within a project; the janitor looks for what is not settled."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=("project", "number"), name="one_revision_of_a_number"),
            models.CheckConstraint(
                condition=Q(progress="settled", verdict__gt="") | (~Q(progress="settled") & Q(verdict="")),
                name="a_verdict_when_settled",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=("project", "branch", "-number"), name="revisions_of_a_branch"),
            models.Index(fields=("created",), condition=~Q(progress="settled"), name="revisions_not_settled"),
        ]

    def __str__(self) -> str:
        return f"{self.project_id} #{self.number}"


class Compared(models.Model):
    """The comparison of one topology of a revision with that of the revision before."""

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="compared")
    calculation = models.ForeignKey(Calculation, on_delete=models.CASCADE, related_name="revisions")

    class Meta:
        """A comparison stands once at a revision."""

        constraints: ClassVar = [models.UniqueConstraint(fields=("revision", "calculation"), name="compared_once")]

    def __str__(self) -> str:
        return f"{self.revision_id}: {self.calculation_id}"


class Tasks(models.Model):
    """The tasks of one topology of a revision, and who gets them, as what is said of its project gives them."""

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="tasks")
    calculation = models.ForeignKey(Calculation, on_delete=models.CASCADE, related_name="tasks_of")

    class Meta:
        """An answer stands once at a revision."""

        constraints: ClassVar = [models.UniqueConstraint(fields=("revision", "calculation"), name="tasks_once")]

    def __str__(self) -> str:
        return f"{self.revision_id}: {self.calculation_id}"


class Change(models.Model):
    """What became of one thing from the revision before to this one, where that is more than nothing.

    A row has the name before, the name now, or both; `level` and `said` are what comparisons found about it.
    """

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="changes")
    topology = models.PositiveIntegerField()
    sort = models.CharField(max_length=20)
    fate = models.CharField(max_length=10)
    old_name = models.CharField(max_length=LONGEST_NAME, blank=True)
    new_name = models.CharField(max_length=LONGEST_NAME, blank=True)
    level = models.CharField(max_length=20, blank=True)
    said = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.sort} {self.old_name} → {self.new_name}"


class NoteSort(models.TextChoices):
    """What a note may be about."""

    TOPIC = "topic"
    STORE = "store"
    NODE = "node"


class Note(models.Model):
    """What somebody wrote about a topic, a store or a node, which had this name in this revision.

    In other revisions it stands at what comparisons matched with that, whatever it is called there.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="notes")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="notes")
    sort = models.CharField(max_length=10, choices=NoteSort.choices)
    name = models.CharField(max_length=LONGEST_NAME)
    text = models.CharField(max_length=4000)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="notes")

    class Meta:
        """A project reads its newest first."""

        indexes: ClassVar = [models.Index(fields=("project", "-created"), name="notes_of_a_project")]

    def __str__(self) -> str:
        return f"{self.sort} {self.name}"
