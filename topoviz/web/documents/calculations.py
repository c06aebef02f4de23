"""What the API and the pages say about a calculation."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from topoviz.web.analyses.models import Job
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.selectors import calculating_job
from topoviz.web.documents.analyses import reason_of
from topoviz.web.documents.waiting import Waiting

Json = dict[str, Any]


def calculation_document(calculation: Calculation, job: Job) -> Json:
    """Give everything about a calculation; its result is there when it is done."""
    return {
        **short_calculation_document(calculation, job),
        "analysis": str(calculation.analysis_id),
        "topology": calculation.topology,
        "name": calculation.name,
        "stage": job.stage or None,
        "question": json.loads(calculation.question),
        **_sides(calculation),
        "reason": reason_of(job),
        "created": calculation.created.isoformat(),
        "expires": None if calculation.expires is None else calculation.expires.isoformat(),
        "result": None if calculation.result is None else json.loads(calculation.result),
    }


def _sides(calculation: Calculation) -> Json:
    """Say which two topologies a comparison is about; numbers are known when it is done, or somebody gave them."""
    if calculation.old_analysis_id is None:
        return {}
    question, result = json.loads(calculation.question), json.loads(calculation.result or "null")
    analyses = {"old": calculation.old_analysis_id, "new": calculation.analysis_id}
    return {
        which: {
            "analysis": str(analysis),
            "topology": question[f"{which}_topology"] if result is None else result[which]["topology"],
        }
        for which, analysis in analyses.items()
    }


def short_calculation_document(calculation: Calculation, job: Job) -> Json:
    """Give the answer to a question that is not done yet."""
    return {"id": str(calculation.id), "status": job.state, "url": address_of_calculation(calculation)}


def named_calculation_documents(calculations: Sequence[Calculation]) -> list[Json]:
    """Give what a list says of answers that are kept."""
    return [named_calculation_document(one) for one in calculations]


def named_calculation_document(calculation: Calculation) -> Json:
    """Give what a list says of one that is kept."""
    return {
        "id": str(calculation.id),
        "url": address_of_calculation(calculation),
        "analysis": str(calculation.analysis_id),
        "topology": calculation.topology,
        "name": calculation.name,
        "created": calculation.created.isoformat(),
    }


def address_of_calculation(calculation: Calculation) -> str:
    """Give the address of a calculation in the API."""
    return reverse(f"api-{calculation.kind}", args=(calculation.id,))


def wait_for_calculation(calculation: Calculation, waiting: Waiting) -> tuple[Calculation, Job]:
    """Wait until a calculation has ended, but not longer than asked; give it as it is then."""
    while not (job := calculating_job(calculation)).is_final and waiting.goes_on(job):
        pass
    calculation.refresh_from_db(fields=("result",))
    return calculation, job
