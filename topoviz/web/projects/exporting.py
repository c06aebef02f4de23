"""Everything that a team has as one archive, written piece by piece: its histories, programs, results and notes."""

from __future__ import annotations

import io
import json
import uuid
import zipfile
from collections.abc import Iterator
from typing import Any, Final

from django.utils import timezone

from topoviz.web.accounts.models import Team
from topoviz.web.analyses.models import Analysis
from topoviz.web.calculations.models import Calculation
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.projects.deployments import deployment_of, facts_of
from topoviz.web.projects.models import Note, Project, Revision

Json = dict[str, Any]

Numbers = dict[uuid.UUID, int]
"""The programs, by the ids of their analyses."""

SCHEMA: Final = "topoviz/team@1"
INDEX: Final = "team.json"
AT_ONCE: Final = 500

README: Final = """Everything that a team has on a topoviz server.

team.json          projects with how they run, their revisions, verdicts and notes; programs that are kept without one
programs/N.json    a program: its files and settings, as they were submitted
results/N.json     what was found out about program N (topoviz/analysis@1)
calculations/N.json  what was asked about topologies under a name, and the answers
lag-reports/N.json   lag reports

Another server takes the archive in: it reads team.json and the programs, and works all the rest out again.
Not in it: uploaded lag histories, lag over days, share links, webhooks, tokens, and who is in the team.
"""


def export_pieces(team: Team) -> Iterator[bytes]:
    """Give the archive in pieces, with no more than one program or result in the memory."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        numbers = {
            analysis_id: number
            for number, analysis_id in enumerate(_kept(team).order_by("created", "id").values_list("id", flat=True))
        }
        archive.writestr("README.txt", README)
        archive.writestr(INDEX, _text(_index(team, numbers)))
        yield sink.taken()
        for name, document in _files(team, numbers):
            archive.writestr(name, document)
            yield sink.taken()
    yield sink.taken()


def _files(team: Team, numbers: Numbers) -> Iterator[tuple[str, str]]:
    for analysis_id, number in numbers.items():
        one = Analysis.objects.only("submission", "result").filter(id=analysis_id).first()
        if one is None:
            # Deleted while the archive is being written; team.json says that it was there.
            continue
        yield f"programs/{number}.json", one.submission
        if one.result is not None:
            yield f"results/{number}.json", one.result
    calculations = Calculation.objects.filter(team=team, expires=None, analysis__in=_kept(team))
    for number, found in enumerate(_one_by_one(calculations.order_by("created", "id"))):
        yield f"calculations/{number}.json", _text(_calculation(found, numbers))
    reports = LagReport.objects.filter(team=team, analysis__in=_kept(team)).order_by("created", "id")
    for number, report in enumerate(_one_by_one(reports)):
        yield f"lag-reports/{number}.json", _text(_report(report, numbers))


def _kept(team: Team) -> Any:
    return Analysis.objects.filter(team=team, expires=None)


def _one_by_one(rows: Any) -> Iterator[Any]:
    """Go through rows that may be large, with one in the memory."""
    for pk in list(rows.values_list("pk", flat=True)):
        if (one := rows.filter(pk=pk).first()) is not None:
            yield one


def _index(team: Team, numbers: Numbers) -> Json:
    projects = Project.objects.filter(team=team).order_by("created", "id")
    in_a_project = set(Revision.objects.filter(project__team=team).values_list("analysis", flat=True))
    return {
        "schema": SCHEMA,
        "team": team.name,
        "exported": timezone.now().isoformat(),
        "programs": len(numbers),
        "projects": [_project(one, numbers) for one in projects],
        "kept": [number for analysis_id, number in numbers.items() if analysis_id not in in_a_project],
    }


def _project(project: Project, numbers: Numbers) -> Json:
    revisions = Revision.objects.filter(project=project).order_by("number").values(
        "number", "analysis_id", "branch", "commit", "message", "author", "committed_at", "pull_request", "url",
        "created", "verdict", "said", "previous_number",
    )  # fmt: skip
    notes = Note.objects.filter(project=project).order_by("created", "id").select_related("revision")
    return {
        "name": project.name,
        "main_branch": project.main_branch,
        "created": project.created.isoformat(),
        "is_archived": project.archived is not None,
        "deployment": facts_of(deployment_of(project)),
        "revisions": [
            _revision(dict(one), numbers) for one in revisions.iterator(AT_ONCE) if one["analysis_id"] in numbers
        ],
        "notes": [
            {
                "revision": note.revision.number,
                "sort": note.sort,
                "name": note.name,
                "text": note.text,
                "created": note.created.isoformat(),
            }
            for note in notes
        ],
    }


def _revision(one: Json, numbers: Numbers) -> Json:
    program, compared_with = numbers[one.pop("analysis_id")], one.pop("previous_number")
    for moment in ("committed_at", "created"):
        one[moment] = None if one[moment] is None else one[moment].isoformat()
    return {**one, "program": program, "compared_with": compared_with}


def _calculation(one: Calculation, numbers: Numbers) -> Json:
    return {
        "kind": one.kind,
        "name": one.name,
        "program": numbers.get(one.analysis_id),
        "old_program": None if one.old_analysis_id is None else numbers.get(one.old_analysis_id),
        "topology": one.topology,
        "question": json.loads(one.question),
        "created": one.created.isoformat(),
        "result": json.loads(one.result or "null"),
    }


def _report(one: LagReport, numbers: Numbers) -> Json:
    return {
        "program": numbers.get(one.analysis_id),
        "topology": one.topology,
        "partitions": one.partitions,
        "application_id": one.application_id,
        "created": one.created.isoformat(),
        "result": json.loads(one.result or "null"),
    }


def _text(document: Json) -> str:
    return json.dumps(document, separators=(",", ":"))


class _Sink(io.RawIOBase):
    """What is written, to be taken piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        """Tell that it is for writing."""
        return True

    def write(self, data: Any) -> int:
        """Take a piece."""
        self._pieces.append(bytes(data))
        return len(self._pieces[-1])

    def taken(self) -> bytes:
        """Give what was written since the last time."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)
