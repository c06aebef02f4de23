"""What was uploaded, and what was found out about it."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models

from topoviz.web.accounts.models import Team, User
from topoviz.web.analyses.models import Analysis


class LagReport(models.Model):
    """A lag history laid onto one topology of an analysis. `result` is written once, as JSON in ASCII.

    `worst` is the worst of its findings in a sentence, and `worst_kind` its kind; both are empty until there is one.
    `partitions` is the text of the partition counts as it was given, `taken_at` the time of a single look that has none
    of its own. The days of the history are kept for `project` where there is one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="lag_reports")
    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="lag_reports")
    topology = models.PositiveIntegerField(default=0)
    partitions = models.TextField(blank=True)
    application_id = models.CharField(max_length=249, blank=True)
    taken_at = models.DateTimeField(null=True)
    project = models.ForeignKey("projects.Project", on_delete=models.SET_NULL, null=True, related_name="lag_reports")
    result = models.TextField(null=True)  # noqa: DJ001 - there is none, or there is one that is never empty
    worst = models.CharField(max_length=1000, blank=True)
    worst_kind = models.CharField(max_length=20, blank=True)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="lag_reports")
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.id)


class LagDays(models.Model):
    """The days of a project: `result` is the report over all that are kept, as JSON in ASCII; null before the first.

    `problem` says why the history that came last was not taken in; it is empty where it was.
    """

    project = models.OneToOneField(
        "projects.Project", on_delete=models.CASCADE, primary_key=True, related_name="lag_days"
    )
    result = models.TextField(null=True)  # noqa: DJ001 - there is none, or there is one that is never empty
    problem = models.CharField(max_length=1000, blank=True)
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return str(self.project_id)


class Upload(models.Model):
    """A file that arrives in pieces: `offset` bytes of `size` are on disk. `source` is who began it, and sees it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="uploads")
    source = models.CharField(max_length=80)
    name = models.CharField(max_length=200)
    size = models.BigIntegerField()
    offset = models.BigIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return f"{self.name}: {self.offset} of {self.size}"


class LagFile(models.Model):
    """One uploaded file. It lies on disk under its number; `name` is for showing only."""

    report = models.ForeignKey(LagReport, on_delete=models.CASCADE, related_name="files")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=200)
    size = models.BigIntegerField()

    class Meta:
        """A number is one file."""

        constraints: ClassVar = [models.UniqueConstraint(fields=("report", "number"), name="one_file_of_a_number")]

    def __str__(self) -> str:
        return f"{self.number} of {self.report_id}"
