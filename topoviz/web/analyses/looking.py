"""How jobs stand that somebody waits for: asked again and again, and so with one small query for all of them."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping

from django.db import DatabaseError, close_old_connections

from topoviz.web.analyses.models import FINAL, Job
from topoviz.web.visits import Standing

DRAWING = "drawing"
"""The stage of a job that has stored its result."""


def how_jobs_stand(jobs: Collection[uuid.UUID]) -> Mapping[uuid.UUID, Standing]:
    """Say it of each that there is; while the database is away, nothing is known to have changed."""
    close_old_connections()
    try:
        rows = list(Job.objects.filter(id__in=jobs).values_list("id", "state", "stage"))
    except DatabaseError:
        return dict.fromkeys(jobs, Standing(is_final=False, has_result=False))
    return {job: Standing(state in FINAL, stage == DRAWING) for job, state, stage in rows}
