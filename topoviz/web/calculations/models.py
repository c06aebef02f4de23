"""Questions about a topology, and what was found out."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from topoviz.web.accounts.models import Team, User
from topoviz.web.analyses.models import Analysis


class Calculation(models.Model):
    """A question about one topology of an analysis: who gets which task, what a scenario does, what changed.

    A comparison is one with the version before, which is `old_analysis`, of the same team. `question` is what the kind
    takes, as JSON in ASCII, and never changes; `result` is written once; `size` is that of both in bytes, with records
    and events. One without a name is thrown away when it expires: pages ask one each time somebody changes a number.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="calculations")
    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="calculations")
    old_analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, null=True, related_name="comparisons")
    topology = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=20)
    question = models.TextField()
    cache_key = models.CharField(max_length=64, unique=True)
    engine_version = models.CharField(max_length=40)
    result = models.TextField(null=True)  # noqa: DJ001 - there is none, or there is one that is never empty
    size = models.PositiveBigIntegerField(default=0)
    name = models.CharField(max_length=100, blank=True)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="calculations")
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField(null=True, db_index=True)

    class Meta:
        """What has a name stays, and a comparison has two sides."""

        indexes: ClassVar = [models.Index(fields=("team", "expires", "size"), name="sizes_of_calculations")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(name="") | Q(expires=None), name="what_has_a_name_stays"),
            models.CheckConstraint(
                condition=Q(kind="comparison", old_analysis__isnull=False)
                | (~Q(kind="comparison") & Q(old_analysis=None)),
                name="a_version_before_for_each_comparison",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def analyses(self) -> tuple[Analysis, ...]:
        """What it is about: the analysis, and that of the version before where it compares."""
        return (self.analysis,) if self.old_analysis is None else (self.analysis, self.old_analysis)


class GivenRecords(models.Model):
    """The records that a simulation was asked with, as they were given, compressed: too long for the question."""

    calculation = models.OneToOneField(Calculation, on_delete=models.CASCADE, related_name="records")
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"records of {self.calculation_id}"


class TracePiece(models.Model):
    """Some thousands of events of a simulation: `data` are compressed lines, `head` what is in them, as JSON in ASCII.

    Events count from 0: `count` of them from `first` on. Times are in microseconds since the beginning.
    """

    calculation = models.ForeignKey(Calculation, on_delete=models.CASCADE, related_name="pieces")
    first = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    from_us = models.BigIntegerField()
    to_us = models.BigIntegerField()
    head = models.TextField()
    data = models.BinaryField()

    class Meta:
        """A trace is read in its order."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=("calculation", "first"), name="one_piece_of_a_trace_at_a_place")
        ]

    def __str__(self) -> str:
        return f"events {self.first} to {self.first + self.count - 1} of {self.calculation_id}"
