"""Take in what another server exported: projects with their revisions and notes, and their programs.

Nothing that the archive says was found out is believed: every program is analyzed again, and every revision compared.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from lzma import LZMAError
from typing import IO, Any, Final

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import transaction

from topoviz.engine.submission import Submission
from topoviz.rendering.submission_json import submission_from_json
from topoviz.rendering.words import counted
from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.jobs import count_unfinished
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis, Queue
from topoviz.web.analyses.services import submit
from topoviz.web.audit.actions import Action
from topoviz.web.audit.services import record
from topoviz.web.projects.deployments import FACTS, read_fact
from topoviz.web.projects.exporting import INDEX, SCHEMA
from topoviz.web.projects.models import MAIN, Deployment, Note, NoteSort, Project, Revision
from topoviz.web.projects.services import NameTaken, NoProjects

Json = dict[str, Any]

INDEX_BYTES: Final = 50_000_000
MOST_PROJECTS: Final = 2_000
MOST_REVISIONS: Final = 20_000
MOST_NOTES: Final = 200
MOST_NUMBER: Final = 1_000_000_000
"""Of a revision: behind it there is room for as many more as anybody makes."""

_BROKEN: Final = (
    EOFError, LZMAError, NotImplementedError, OSError, RuntimeError, UnicodeDecodeError, ValueError, zipfile.BadZipFile,
    zlib.error,
)  # fmt: skip
"""What reading a zip raises that is damaged, or made to do harm."""
_NO_ZIP: Final = "This is no zip that can be read."


class BadImport(ValueError):
    """An archive that is not what a server exports; the message is a sentence that says where."""


class StillImporting(Exception):
    """So many programs of an earlier archive still wait to be analyzed; the message says so."""

    def __init__(self, waiting: int) -> None:
        are = "is" if waiting == 1 else "are"
        super().__init__(
            f"{counted(waiting, 'program')} of an earlier archive {are} still to be analyzed. Wait until that is done, "
            "then import this one."
        )


@dataclass(frozen=True, slots=True)
class Taken:
    """How much was taken in."""

    projects: int
    revisions: int
    programs: int
    notes: int


def _moment(*, required: bool = True) -> forms.DateTimeField:
    """Take what a clock may show: at the ends of the calendar, another time zone has no such day."""
    first, last = datetime(2, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)
    return forms.DateTimeField(required=required, validators=(MinValueValidator(first), MaxValueValidator(last)))


class _ProjectForm(forms.Form):
    name = forms.CharField(max_length=100)
    main_branch = forms.CharField(max_length=200, required=False)


class _RevisionForm(forms.Form):
    number = forms.IntegerField(min_value=1, max_value=MOST_NUMBER)
    program = forms.IntegerField(min_value=0)
    branch = forms.CharField(max_length=200)
    commit = forms.CharField(max_length=64, required=False)
    message = forms.CharField(max_length=2000, required=False, strip=False)
    author = forms.CharField(max_length=200, required=False)
    committed_at = _moment(required=False)
    pull_request = forms.CharField(max_length=100, required=False)
    url = forms.RegexField(r"^https?://\S{1,990}$", required=False)
    created = _moment()


class _NoteForm(forms.Form):
    revision = forms.IntegerField(min_value=1)
    sort = forms.ChoiceField(choices=NoteSort.choices)
    name = forms.CharField(max_length=500, strip=False)
    text = forms.CharField(max_length=4000)


def import_archive(*, team: Team, caller: Caller, archive: IO[bytes]) -> Taken:
    """Take in an archive, all of it or nothing.

    Its programs wait behind everything else that the team asks for, so that nobody is kept waiting by them; until they
    are analyzed, no other archive is taken in. Raises BadImport, NameTaken, NoProjects, StillImporting, QuotaUsedUp.
    """
    if team.is_anonymous:
        raise NoProjects
    if waiting := count_unfinished(team.id, Queue.ANALYSES, is_bounded=False):
        raise StillImporting(waiting)
    try:
        opened = zipfile.ZipFile(archive)
    except _BROKEN as error:
        raise BadImport(_NO_ZIP) from error
    with opened, transaction.atomic():
        taken = _import(team, caller, opened)
        what = f"{taken.projects} projects, {taken.revisions} revisions, {taken.programs} programs"
        record(team=team, caller=caller, action=Action.IMPORTED, target=what)
        return taken


def _import(team: Team, caller: Caller, archive: zipfile.ZipFile) -> Taken:
    index = _read(archive, INDEX, INDEX_BYTES)
    if index.get("schema") != SCHEMA:
        raise BadImport(f"{INDEX} does not say {SCHEMA}: this is not what a topoviz server exports.")
    projects, kept = _list(index, "projects", MOST_PROJECTS), _list(index, "kept", limits().import_programs)
    wanted = [one for project in projects for one in _list(_object(project), "revisions", MOST_REVISIONS)]
    named = [*(_object(one).get("program") for one in wanted), *kept]
    if not all(isinstance(one, int) and not isinstance(one, bool) and one >= 0 for one in named):
        raise BadImport(f"{INDEX}: a program is named by a number from 0.")
    numbers: dict[int, None] = dict.fromkeys(named)
    if len(wanted) > MOST_REVISIONS or len(numbers) > limits().import_programs:
        most = f"{MOST_REVISIONS:,} revisions of {limits().import_programs:,} programs"
        raise BadImport(f"There is too much in it: at most {most} are taken.")
    left, programs = limits().import_bytes, {}
    for number in numbers:
        name = f"programs/{number}.json"
        submission, size = _program(archive, name, min(left, limits().body_bytes))
        left -= size
        programs[number] = _analyze(team, caller, submission)
    counts = [_take_project(team, caller, _object(one), programs) for one in projects]
    return Taken(len(counts), sum(one[0] for one in counts), len(programs), sum(one[1] for one in counts))


def _analyze(team: Team, caller: Caller, submission: Submission) -> Analysis:
    return submit(
        team=team, submission=submission, source=caller.source, user=caller.user, is_bounded=False
    ).analysis  # fmt: skip


def _take_project(team: Team, caller: Caller, given: Json, programs: Mapping[int, Analysis]) -> tuple[int, int]:
    said = _clean(_ProjectForm, given, "a project")
    name, rows = (
        said["name"],
        [_clean(_RevisionForm, one, f"a revision of {said['name']}") for one in given["revisions"]],
    )
    if Project.objects.filter(team=team, name=name).exists():
        raise NameTaken(name)
    numbers = [row["number"] for row in rows]
    if len(set(numbers)) < len(numbers):
        raise BadImport(f"{name}: a revision has the number of another one.")
    project = Project.objects.create(
        team=team, name=name, main_branch=said["main_branch"] or MAIN, created_by=caller.user,
        last_number=max(numbers, default=0),
    )  # fmt: skip
    _take_deployment(project, given)
    made = Revision.objects.bulk_create(
        (
            Revision(
                project=project, analysis=programs[row.pop("program")], created_by=caller.user,
                **{name: value for name, value in row.items() if name != "created"},
            )
            for row in rows
        ),
        500,
    )  # fmt: skip
    _keep_moments(made, [row["created"] for row in rows])
    by_number = {one.number: one for one in made}
    notes = [_clean(_NoteForm, one, f"a note of {name}") for one in _list(given, "notes", MOST_NOTES)]
    for note in notes:
        if note["revision"] not in by_number:
            raise BadImport(f"{name}: a note is about a revision that is not there.")
    Note.objects.bulk_create(
        Note(project=project, created_by=None, **{**note, "revision": by_number[note["revision"]]}) for note in notes
    )
    return len(made), len(notes)


def _take_deployment(project: Project, given: Json) -> None:
    """Take how the application runs; archives of before have nothing of it."""
    if (said := given.get("deployment")) is None:
        return
    facts: dict[str, str] = {}
    for name, text in _object(said).items():
        if name not in FACTS or not _is_text(text):
            raise BadImport(f"{INDEX}: {name} of the deployment of {project.name} is not what a server exports.")
        try:
            facts[name] = read_fact(name, text)
        except ValueError as error:
            raise BadImport(f"{INDEX}: {name} of the deployment of {project.name}: {error}") from error
    if any(facts.values()):
        Deployment.objects.create(project=project, **facts)


def _keep_moments(made: list[Revision], moments: list[datetime]) -> None:
    """Write when revisions were handed in, which the database would say is now."""
    for one, moment in zip(made, moments, strict=True):
        one.created = moment
    Revision.objects.bulk_update(made, ("created",), 500)


def _clean(form: type[forms.Form], given: Any, what: str) -> Json:
    said = _object(given)
    for name in form.base_fields:
        # Forms know texts, as pages send them, and fail at other things and at texts that nobody can write.
        value = said.get(name)
        if not (value is None or (type(value) is int) or (isinstance(value, str) and _is_writable(value))):
            raise BadImport(f"{INDEX}: {name} of {what} is not what a server exports.")
    filled = form({name: value if value is None else str(value) for name, value in said.items()})
    if not filled.is_valid():
        field, errors = next(iter(filled.errors.items()))
        raise BadImport(f"{INDEX}: {field} of {what}: {errors[0]}")
    cleaned: Json = filled.cleaned_data
    return cleaned


def _program(archive: zipfile.ZipFile, name: str, most: int) -> tuple[Submission, int]:
    document = _read(archive, name, most)
    try:
        submission = submission_from_json(document)
        files = submission.bundle.files
        sizes = [len(file.data) for file in files]
        names = [file.name for file in files]
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise BadImport(f"{name} is no program as a server keeps it.") from error
    at_most = limits()
    if (
        not files
        or len(files) > at_most.files
        or sum(sizes) > at_most.total_bytes
        or max(sizes) > at_most.dump_bytes
        or not all(_is_text(text) for file in files for text in (file.name, file.text))
        or max(map(len, names)) > at_most.name_length
        or len(set(names)) < len(names)
        or not _are_settings(submission)
    ):
        raise BadImport(f"{name}: its files or their names are more than a submission may have.")
    return submission, sum(sizes)


def _are_settings(submission: Submission) -> bool:
    given = submission.settings
    words = [given.optimize, given.application_id]
    return (
        all(one is None or _is_text(one) for one in words)
        and type(given.jdk) is int
        and len(given.set_values) <= limits().settings_given
        and all(_is_text(text) for pair in given.set_values.items() for text in pair)
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= limits().body_bytes


def _is_writable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _read(archive: zipfile.ZipFile, name: str, most: int) -> Json:
    """Read a file of the archive as JSON, and no more of it than may be there, whatever it says of its size."""
    try:
        with archive.open(name) as file:
            data = file.read(most + 1)
    except KeyError as error:
        raise BadImport(f"There is no {name} in the archive.") from error
    except _BROKEN as error:
        raise BadImport(_NO_ZIP) from error
    if len(data) > most:
        raise BadImport(f"{name} is too large, or all programs together are.")
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadImport(f"{name} is not JSON.") from error
    return _object(document, name)


def _object(given: Any, name: str = INDEX) -> Json:
    if not isinstance(given, dict):
        raise BadImport(f"{name}: something is not an object that must be one.")
    return given


def _list(given: Json, name: str, most: int) -> list[Any]:
    found = given.get(name)
    if not isinstance(found, list) or len(found) > most:
        raise BadImport(f"{INDEX}: {name} is not a list of at most {most:,}.")
    return found
