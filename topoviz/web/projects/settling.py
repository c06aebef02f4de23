"""Have each revision compared with the one before, and write down its verdict and what became of each thing.

What is said of the project's deployment is asked with it.

Every step may be taken again: what it finds done it leaves. A worker takes it when an analysis or a comparison has
ended, and the janitor where that worker was lost in between.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from topoviz.engine.changes.finding import Verdict
from topoviz.rendering.changes.words import level_named, name_of_level
from topoviz.web.analyses.jobs import TooManyWaiting
from topoviz.web.analyses.models import Analysis, Job, Kind, Name, NameKind, Queue, State
from topoviz.web.analyses.quotas import QuotaUsedUp
from topoviz.web.analyses.selectors import newest_job
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.selectors import calculating_job
from topoviz.web.calculations.services import ask, keep_as
from topoviz.web.projects import models
from topoviz.web.projects.deployments import comparison_question, deployment_of, tasks_question
from topoviz.web.projects.models import (
    LONGEST_NAME,
    Change,
    Compared,
    Deployment,
    Progress,
    Project,
    Revision,
    Tasks,
)
from topoviz.web.projects.selectors import COMPARABLE, revision_before

Json = dict[str, Any]

AT_ONCE: Final = 100
"""How many revisions the janitor looks at in one round."""

MOST_PAIRS: Final = 12
"""How many topologies of one program are compared; a program of more is compared by hand."""

COMPARED: Final[list[Callable[[Revision, Verdict, Sequence[Json]], None]]] = []
"""What other applications do with a verdict, in the transaction in which it is written down.

They get the comparisons of its topologies as JSON.
"""

NO_ROOM: Final = "The team keeps as much as it may, so there is no room for the comparison."
_UNFINISHED: Final = (State.QUEUED, State.RUNNING)
_NOTHING_TO_COMPARE: Final = {
    "unreadable": "Part of the program cannot be read, so nothing can be compared.",
    "empty": "There is no topology in the program.",
}


def job_ended(job: Job) -> None:
    """Go on with the revisions that waited for a job."""
    if job.kind == Kind.ANALYZE:
        mine = Revision.objects.filter(analysis=job.analysis_id)
        projects = list(mine.values_list("project", flat=True).distinct())
        if projects:
            # One that was not read may be read at another attempt.
            mine.filter(verdict=models.Verdict.FAILED, analysis__outcome__gt="").update(
                progress=Progress.WAITING, verdict="", said=""
            )
            # Those that are still being read have a job that ends.
            read = Revision.objects.filter(_is_open(), project__in=projects).exclude(_is_being_read())
            _settle_all(read.order_by("number")[:AT_ONCE])
    elif job.kind == Kind.CALCULATE:
        _settle_all(Revision.objects.filter(_is_open(), compared__calculation=job.calculation_id))


def settle_what_waits() -> int:
    """Go on with revisions that nobody works on, the oldest first; gives how many were looked at."""
    comparing = Job.objects.filter(
        calculation__revisions__revision=OuterRef("pk"), kind=Kind.CALCULATE, state__in=_UNFINISHED
    )
    waiting = Revision.objects.filter(_is_open()).exclude(_is_being_read()).exclude(Exists(comparing))
    return _settle_all(waiting.order_by("created")[:AT_ONCE])


def settle(revision_id: uuid.UUID) -> None:
    """Take the next steps with a revision, as far as they can be taken now; raises TooManyWaiting."""
    with transaction.atomic():
        locked = Revision.objects.select_for_update(of=("self",)).select_related("project", "analysis")
        revision = locked.defer("analysis__submission", "analysis__result").filter(id=revision_id).first()
        if revision is None:
            return
        if revision.progress == Progress.WAITING:
            _begin(revision)
        if revision.progress == Progress.COMPARING:
            _end(revision)


def _is_being_read() -> Exists:
    return Exists(Job.objects.filter(analysis=OuterRef("analysis"), kind=Kind.ANALYZE, state__in=_UNFINISHED))


def settle_if_there_is_room(revision: Revision) -> None:
    """Take the next steps with a revision; where the team has as much waiting as it may, the janitor does."""
    with suppress(TooManyWaiting):
        settle(revision.id)
        revision.refresh_from_db(fields=("progress", "verdict", "said", "previous", "previous_number"))


def _is_open() -> Q:
    # As the condition of the index says it.
    return ~Q(progress="settled")


def _settle_all(revisions: Any) -> int:
    ids = list(revisions.values_list("id", flat=True))
    for one in ids:
        try:
            settle(one)
        except TooManyWaiting:
            # The team has as much waiting as it may; the janitor comes back to it.
            break
    return len(ids)


def _begin(revision: Revision) -> None:
    outcome = revision.analysis.outcome
    if not outcome:
        job = newest_job(revision.analysis)
        if job.is_final:
            said = job.sentence or "The analysis was cancelled."
            _settled(revision, models.Verdict.FAILED, said)
        return
    if outcome in _NOTHING_TO_COMPARE:
        _settled(revision, models.Verdict.NOT_COMPARED, _NOTHING_TO_COMPARE[outcome])
        return
    deployment = deployment_of(revision.project)
    _ask_tasks(revision, deployment)
    before, is_being_read = revision_before(revision)
    if is_being_read:
        return
    revision.previous, revision.previous_number = before, None if before is None else before.number
    if before is None:
        _settled(revision, models.Verdict.FIRST, "There is no revision before to compare with.")
    elif before.analysis_id == revision.analysis_id:
        _settled(revision, models.Verdict.SAME, f"The same program as revision {before.number}.")
    else:
        _compare(revision, before, deployment)


def _ask_tasks(revision: Revision, deployment: Deployment) -> None:
    """Ask for the tasks of each topology, where the project says how many partitions there are."""
    question, topologies = tasks_question(deployment), _topologies(revision.analysis)
    if question is None or revision.analysis.outcome not in COMPARABLE or len(topologies) > MOST_PAIRS:
        return
    for number, _ in topologies:
        calculation = ask(
            analysis=revision.analysis, topology=number, kind="assignment", question=question,
            source=f"revision:{revision.id}", user=revision.created_by, queue=Queue.ANALYSES,
        )  # fmt: skip
        try:
            _keep(calculation, revision, f"revision {revision.number}")
        except QuotaUsedUp:
            return
        Tasks.objects.get_or_create(revision=revision, calculation=calculation)


def _keep(calculation: Calculation, revision: Revision, what: str) -> None:
    """Give an answer a name, so that it stays, unless somebody gave it one; raises QuotaUsedUp."""
    if not calculation.name:
        keep_as(calculation=calculation, name=f"{_named(revision.project)}{what}", source=f"revision:{revision.id}")


def _named(project: Project) -> str:
    """Give what the names begin with that answers get here."""
    return f"{project.name[:60]}: "


def settle_again(project: Project) -> int | None:
    """Forget what was said of the newest revision of a project, and have it compared once more; gives its number.

    Older ones stay as they were said. None where there is no revision.
    """
    with transaction.atomic():
        locked = Revision.objects.select_for_update(of=("self",)).filter(project=project)
        revision = locked.order_by("-number").first()
        if revision is None:
            return None
        asked = Calculation.objects.filter(Q(revisions__revision=revision) | Q(tasks_of__revision=revision))
        ids = list(asked.values_list("id", flat=True))
        for rows in (revision.compared, revision.tasks, revision.changes):
            rows.all().delete()
        # What others look at stays: another revision, or whoever has a link.
        others = Calculation.objects.filter(id__in=ids, revisions=None, tasks_of=None, share_links=None)
        others.filter(name__startswith=f"{_named(project)}revision ").delete()
        revision.progress, revision.verdict, revision.said = Progress.WAITING, "", ""
        revision.save(update_fields=("progress", "verdict", "said"))
    settle_if_there_is_room(revision)
    return revision.number


def _compare(revision: Revision, before: Revision, deployment: Deployment) -> None:
    pairs = _pairs(_topologies(before.analysis), _topologies(revision.analysis))
    if not pairs or len(pairs) > MOST_PAIRS:
        what = (
            f"It has more than {MOST_PAIRS} topologies."
            if pairs
            else "Which topology follows on which? No name is in both programs once."
        )
        _settled(revision, models.Verdict.NOT_COMPARED, f"{what} Compare them one by one.")
        return
    for old, new in pairs:
        calculation = ask(
            analysis=revision.analysis,
            old_analysis=before.analysis,
            topology=new or 0,
            kind="comparison",
            question=comparison_question(deployment) | {"old_topology": old, "new_topology": new},
            source=f"revision:{revision.id}",
            user=revision.created_by,
            queue=Queue.ANALYSES,
        )
        try:
            _keep(calculation, revision, f"revision {before.number} to {revision.number}")
        except QuotaUsedUp:
            _settled(revision, models.Verdict.NOT_COMPARED, NO_ROOM)
            return
        Compared.objects.get_or_create(revision=revision, calculation=calculation)
    revision.progress = Progress.COMPARING
    revision.save(update_fields=("progress", "previous", "previous_number"))


def _topologies(analysis: Analysis) -> list[tuple[int, str]]:
    named = Name.objects.filter(analysis=analysis, kind=NameKind.TOPOLOGY)
    return list(named.order_by("topology").values_list("topology", "name"))


def _pairs(
    old: Sequence[tuple[int, str]], new: Sequence[tuple[int, str]]
) -> list[tuple[int, int]] | list[tuple[None, None]]:
    """Say which topology follows on which, by their numbers; the only ones need none."""
    if len(old) == len(new) == 1:
        return [(None, None)]
    before = {name: number for number, name in old}
    if len(before) < len(old) or len({name for _, name in new}) < len(new):
        return []
    return [(before[name], number) for number, name in new if name in before]


def _end(revision: Revision) -> None:
    calculations = [one.calculation for one in revision.compared.select_related("calculation").order_by("id")]
    jobs = [calculating_job(one) for one in calculations]
    if not all(job.is_final for job in jobs):
        return
    failed = [job for one, job in zip(calculations, jobs, strict=True) if one.result is None]
    if failed or not calculations:
        said = next((job.sentence for job in failed if job.sentence), "The comparison was cancelled or deleted.")
        _settled(revision, models.Verdict.NOT_COMPARED, said)
        return
    documents = [json.loads(one.result or "{}") for one in calculations]
    Change.objects.filter(revision=revision).delete()
    rows = (row for one, document in zip(calculations, documents, strict=True) for row in _changes(one, document))
    Change.objects.bulk_create((Change(revision=revision, **row) for row in rows), 500)
    verdict = Verdict(
        max(level_named(one["verdict"]["certain"]) for one in documents),
        max(level_named(one["verdict"]["worst"]) for one in documents),
    )
    level = models.Verdict(name_of_level(verdict.certain)) if verdict.is_known else models.Verdict.CANNOT_TELL
    _settled(revision, level, " ".join((f"{verdict.words}.", *_alone(revision))))
    for hear in COMPARED:
        hear(revision, verdict, documents)


def _alone(revision: Revision) -> Iterator[str]:
    """Say which topologies are in one of the two programs only."""
    if revision.previous is None:
        return
    sides = [{name for _, name in _topologies(one)} for one in (revision.previous.analysis, revision.analysis)]
    if len(sides[0]) == len(sides[1]) == 1:
        return
    for names, what in ((sides[1] - sides[0], "New"), (sides[0] - sides[1], "Gone")):
        if names:
            yield f"{what}: {', '.join(sorted(names))}."


def _changes(calculation: Calculation, document: Json) -> Iterator[Json]:
    for thing in document["things"]:
        found = [
            one
            for one in document["findings"]
            if (thing["old"] and thing["old"] in one["old"]) or (thing["new"] and thing["new"] in one["new"])
        ]
        if thing["fate"] == "kept" and not found:
            continue
        worst = max((level_named(one["level"]) for one in found), default=None)
        yield {
            "topology": document["new"]["topology"],
            "sort": thing["sort"],
            "fate": thing["fate"],
            "old_name": (thing["old"] or "")[:LONGEST_NAME],
            "new_name": (thing["new"] or "")[:LONGEST_NAME],
            "level": "" if worst is None else name_of_level(worst),
            "said": "\n".join(dict.fromkeys(one["sentence"] for one in found)),
        }


def _settled(revision: Revision, verdict: models.Verdict, said: str) -> None:
    revision.progress, revision.verdict, revision.said = Progress.SETTLED, verdict, said
    revision.save(update_fields=("progress", "verdict", "said", "previous", "previous_number"))
