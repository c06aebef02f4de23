"""What was submitted, what was found out about it, and the work between the two.

Files, settings and results are kept as JSON in ASCII, in columns of text: it may hold any character, also those that
databases refuse in text and in their own JSON.
"""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from topoviz.rendering.views import MAX_TEXT
from topoviz.web.accounts.models import Team, User


class Analysis(models.Model):
    """A bundle of files with its settings, as somebody submitted it, and what is found out about it.

    `submission` never changes, and `result` is written once, with its `outcome` in one word; `size` is that of both in
    bytes. A preview is thrown away
    when it expires; what does not expire is kept.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="analyses")
    submission = models.TextField()
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="analyses")
    cache_key = models.CharField(max_length=64, unique=True)
    engine_version = models.CharField(max_length=40)
    result = models.TextField(null=True)  # noqa: DJ001 - there is none, or there is one that is never empty
    outcome = models.CharField(max_length=20, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField(null=True, db_index=True)

    class Meta:
        """Lists of a team begin with the newest."""

        verbose_name_plural = "analyses"
        indexes: ClassVar = [
            models.Index(fields=("team", "-created"), condition=Q(expires=None), name="kept_analyses"),
            models.Index(fields=("team", "expires", "size"), name="sizes_of_a_team"),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def is_preview(self) -> bool:
        """Tell whether it is thrown away when nobody keeps it."""
        return self.expires is not None


class NameKind(models.TextChoices):
    """What has a name in a result."""

    TOPOLOGY = "topology"
    TOPIC = "topic"
    PATTERN = "pattern"
    REPARTITION = "repartition"
    CHANGELOG = "changelog"
    STORE = "store"
    NODE = "node"


class Name(models.Model):
    """A name in the result of an analysis that is kept, so that a search reads no results.

    Of topics, `reads` and `writes` say what the topology does with them.
    """

    LONGEST: ClassVar[int] = 500

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="names")
    topology = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=NameKind.choices)
    name = models.CharField(max_length=LONGEST)
    reads = models.BooleanField(default=False)
    writes = models.BooleanField(default=False)

    class Meta:
        """What is looked for is a name of a kind, or all names of an analysis."""

        indexes: ClassVar = [models.Index(fields=("kind", "name"), name="name_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


class State(models.TextChoices):
    """Where a job stands. Every job ends in one of the last three."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Kind(models.TextChoices):
    """What a job does."""

    ANALYZE = "analyze"
    DRAW = "draw"
    CALCULATE = "calculate"
    LAG = "lag"


class Queue(models.TextChoices):
    """Which workers take a job: those for whole analyses, the one for people who wait, or the one with Spark."""

    ANALYSES = "analyses"
    INTERACTIVE = "interactive"
    SPARK = "spark"


class Job(models.Model):
    """A piece of work and what became of it. This row is the truth; the broker only notifies.

    A worker that runs a job holds its lease and renews it. What it writes counts only while the lease is its own. One
    that is not `is_bounded` came with many others at once: it does not count to what a team may have waiting, and
    waits for those that do.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="jobs")
    lag_report = models.ForeignKey("lag_reports.LagReport", on_delete=models.CASCADE, null=True, related_name="jobs")
    calculation = models.ForeignKey(
        "calculations.Calculation", on_delete=models.CASCADE, null=True, related_name="jobs"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.ANALYZE)
    queue = models.CharField(max_length=20, choices=Queue.choices)
    source = models.CharField(max_length=60, blank=True, db_index=True)
    view = models.CharField(max_length=MAX_TEXT, blank=True)
    topology = models.PositiveIntegerField(default=0)
    theme = models.CharField(max_length=10, blank=True)
    form = models.CharField(max_length=10, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    stage = models.CharField(max_length=60, blank=True)
    is_bounded = models.BooleanField(default=True)
    attempts = models.PositiveIntegerField(default=0)
    lease = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    code = models.CharField(max_length=40, blank=True)
    sentence = models.TextField(blank=True)
    next_step = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True)
    notified = models.DateTimeField(null=True)
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        """The janitor looks for what waits and what was lost; a team reads the newest job of an analysis."""

        indexes: ClassVar = [
            models.Index(fields=("state", "notified"), name="job_waiting"),
            models.Index(fields=("state", "lease_until"), name="job_leased"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state="running", lease__isnull=False, lease_until__isnull=False)
                | (~Q(state="running") & Q(lease=None, lease_until=None)),
                name="a_lease_while_running",
            ),
            models.CheckConstraint(
                condition=~Q(state="failed") | (~Q(code="") & ~Q(sentence="") & ~Q(next_step="")),
                name="a_failure_says_why",
            ),
            models.CheckConstraint(
                condition=Q(kind="lag", lag_report__isnull=False) | (~Q(kind="lag") & Q(lag_report=None)),
                name="a_report_for_each_lag_job",
            ),
            models.CheckConstraint(
                condition=Q(calculation=None) | Q(kind__in=("calculate", "draw")),
                name="a_calculation_for_its_jobs_only",
            ),
            models.CheckConstraint(
                condition=~Q(kind="calculate") | Q(calculation__isnull=False),
                name="a_calculation_for_each_of_its_jobs",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}: {self.state}"

    @property
    def is_final(self) -> bool:
        """Tell whether nothing more will happen to this job."""
        return self.state in FINAL


class Turn(models.Model):
    """When somebody of a team was last worked for in a queue."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="turns")
    queue = models.CharField(max_length=20, choices=Queue.choices)
    taken = models.DateTimeField()

    class Meta:
        """One for each queue."""

        constraints: ClassVar = [models.UniqueConstraint(fields=("team", "queue"), name="one_turn_of_a_queue")]

    def __str__(self) -> str:
        return f"{self.team_id} in {self.queue}"


FINAL = (State.DONE, State.FAILED, State.CANCELLED)


class Diagram(models.Model):
    """One view of one topology of an analysis as a file of one form, made once by one renderer.

    With a calculation, the view is one of that.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="diagrams")
    calculation = models.ForeignKey(
        "calculations.Calculation", on_delete=models.CASCADE, null=True, related_name="diagrams"
    )
    topology = models.PositiveIntegerField(default=0)
    view = models.CharField(max_length=MAX_TEXT)
    theme = models.CharField(max_length=10)
    form = models.CharField(max_length=10)
    renderer = models.CharField(max_length=80)
    data = models.BinaryField()
    size = models.PositiveIntegerField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        """A renderer draws a view once."""

        indexes: ClassVar = [models.Index(fields=("analysis", "size"), name="sizes_of_pictures")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("analysis", "topology", "view", "theme", "form", "renderer"),
                condition=Q(calculation=None),
                name="one_diagram_of_a_topology",
            ),
            models.UniqueConstraint(
                fields=("calculation", "view", "theme", "form", "renderer"),
                condition=Q(calculation__isnull=False),
                name="one_diagram_of_a_calculation",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.view} of {self.analysis_id} as {self.form}"
