"""Everything that a team has as one archive, and taking it in elsewhere."""

import io
import json
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.web.conftest import analyzed, submit, work
from tests.web.projects.conftest import COUNT, FILTERED, NAMED, hand_in
from topoviz.web.accounts.models import Scope
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis
from topoviz.web.analyses.turns import claim_next
from topoviz.web.audit.models import Event
from topoviz.web.projects.models import Deployment, Note, Project, Revision

pytestmark = pytest.mark.django_db


def export(client, team):
    answer = client.get(f"/api/v1/teams/{team.id}/export")
    assert answer.status_code == 200, answer.content
    return b"".join(answer.streaming_content)


def take_in(client, team, data):
    sent = {"archive": SimpleUploadedFile("team.zip", data)}
    return client.post(f"/api/v1/teams/{team.id}/import", sent)


def opened(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def packed(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


@pytest.fixture
def exported(world):
    hand_in(world.alice, COUNT, commit="a" * 40, message="First\n\nof all", url="https://git.example/a")
    hand_in(world.alice, FILTERED, pull_request="#2")
    hand_in(world.alice, NAMED, branch="feature", committed_at="2026-01-31T12:00:00Z")
    hand_in(world.alice, COUNT, "Other")
    world.alice.post(
        f"/api/v1/projects/{Project.objects.get(name='Shop').id}/notes",
        {"sort": "topic", "name": "orders", "text": "Ask Bob."},
        content_type="application/json",
    )
    world.alice.patch(
        f"/api/v1/projects/{Project.objects.get(name='Shop').id}/deployment",
        {"application_id": "shop", "partitions": "orders=2"},
        content_type="application/json",
    )
    work()
    analyzed(world.alice, 'StreamsBuilder b = new StreamsBuilder(); b.stream("kept").to("x");')
    return export(world.alice, world.team)


MADE: list[bytes] = []


@pytest.fixture
def archive(request):
    """One archive for all tests that only read it: a history takes seconds to make."""
    if not MADE:
        MADE.append(request.getfixturevalue("exported"))
    return MADE[0]


def test_the_archive_has_histories_programs_results_comparisons_and_a_page_that_says_so(exported):
    files = opened(exported)

    index = json.loads(files["team.json"])
    assert (index["schema"], index["team"], index["programs"], len(index["kept"])) == ("topoviz/team@1", "Orders", 4, 1)
    assert [one["verdict"] for one in index["projects"][0]["revisions"]] == ["first", "state-loss", "state-loss"]
    assert json.loads(files["programs/0.json"])["files"][0]["text"] == COUNT
    assert json.loads(files["results/0.json"])["schema"] == "topoviz/analysis@1"
    assert json.loads(files["calculations/0.json"])["result"]["schema"] == "topoviz/change@1"
    assert b"team.json" in files["README.txt"]


def test_another_team_takes_it_in_and_has_the_same_history(world, exported):
    answer = take_in(world.charlie, world.other_team, exported)
    assert (answer.status_code, answer.json()) == (201, {"projects": 2, "revisions": 4, "programs": 4, "notes": 1})
    work()

    def history(team):
        shown = ("project__name", "number", "branch", "commit", "message", "committed_at", "pull_request", "url",
                 "created", "previous__number", "verdict", "said")  # fmt: skip
        found = Revision.objects.filter(project__team=team).order_by("project__name", "number")
        return list(found.values_list(*shown))

    assert history(world.other_team) == history(world.team)
    assert Note.objects.get(project__team=world.other_team).text == "Ask Bob."
    assert Deployment.objects.get(project__team=world.other_team).partitions == "orders=2"
    texts = [
        set(Analysis.objects.filter(team=one).values_list("submission", flat=True))
        for one in (world.team, world.other_team)
    ]
    assert texts[0] == texts[1]
    assert hand_in(world.charlie, NAMED)["number"] == 4
    actions = [
        (one.team, one.action) for one in Event.objects.filter(action__in=("exported", "imported")).order_by("id")
    ]
    assert actions == [(world.team, "exported"), (world.other_team, "imported")]


def test_a_name_that_is_there_takes_nothing_in(world, exported):
    before = Analysis.objects.count(), Revision.objects.count()
    answer = take_in(world.alice, world.team, exported)

    assert (answer.status_code, answer.json()["code"]) == (409, "name-taken")
    assert (Analysis.objects.count(), Revision.objects.count()) == before


def test_more_than_may_wait_is_taken_in_and_worked_on(world, exported, settings):
    settings.TOPOVIZ_LIMITS = {"jobs_waiting": 1}
    limits.cache_clear()

    assert take_in(world.charlie, world.other_team, exported).status_code == 201
    again = take_in(world.charlie, world.other_team, exported)
    assert (again.status_code, again.json()["code"]) == (409, "still-importing")
    assert "4 programs of an earlier archive are still to be analyzed" in again.json()["detail"]
    # What somebody asks for meanwhile is taken, and comes first.
    asked = submit(world.charlie, "builder.stream();")
    assert asked.status_code == 202
    assert str(claim_next("analyses").analysis_id) == asked.json()["id"]


def changed(exported, change):
    files = opened(exported)
    index = json.loads(files["team.json"])
    change(files, index)
    files.setdefault("team.json", b"")
    if files["team.json"]:
        files["team.json"] = json.dumps(index)
    return packed(files)


def broken(path, value):
    def change(files, index):
        place = index
        for part in path[:-1]:
            place = place[part]
        place[path[-1]] = value

    return change


def program_with(name, value):
    def change(files, index):
        document = json.loads(files["programs/0.json"])
        document["files"][0][name] = value
        files["programs/0.json"] = json.dumps(document)

    return change


REVISION = ("projects", 0, "revisions", 0)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda files, index: files.pop("programs/0.json"), "There is no programs/0.json"),
        (lambda files, index: files.update({"programs/0.json": "{"}), "is not JSON"),
        (lambda files, index: files.update({"programs/0.json": "[]"}), "not an object"),
        (lambda files, index: files.update({"programs/0.json": "[" * 100_000}), "is not JSON"),
        (lambda files, index: files.update({"programs/0.json": '{"files": [{"name": 1, "text": 2}]}'}), "no program"),
        (program_with("name", 1), "programs/0.json: its files or their names"),
        (program_with("name", []), "programs/0.json: its files or their names"),
        (broken(("schema",), "other@1"), "does not say topoviz/team@1"),
        (broken(("projects",), {}), "is not a list"),
        (broken(("kept",), ["../../etc/passwd"]), "named by a number"),
        (broken(("kept",), [{}]), "named by a number"),
        (broken(("kept",), [99]), "There is no programs/99.json"),
        (broken((*REVISION, "number"), 2), "the number of another"),
        (broken((*REVISION, "branch"), "b" * 201), "branch of a revision of Shop"),
        (broken((*REVISION, "url"), "javascript:alert(1)"), "url of a revision of Shop"),
        (broken((*REVISION, "created"), None), "created of a revision of Shop"),
        (broken(("projects", 0, "name"), ""), "name of a project"),
        (broken(("projects", 0, "name"), "\ud800"), "name of a project is not what"),
        (broken((*REVISION, "number"), 2**31 - 1), "number of a revision"),
        (broken((*REVISION, "committed_at"), 12), "committed_at of a revision"),
        (broken((*REVISION, "committed_at"), 1.5), "committed_at of a revision of Shop is not what"),
        (broken((*REVISION, "created"), "0001-01-01T00:00:00+14:00"), "created of a revision"),
        (broken((*REVISION, "message"), "\ud800"), "message of a revision"),
        (broken(("projects", 0, "revisions"), 3), "is not a list"),
        (broken(("projects", 0, "notes", 0, "revision"), 77), "a revision that is not there"),
        (broken(("projects", 0, "notes", 0, "sort"), "x"), "sort of a note"),
        (broken(("projects", 0, "deployment", "partitions"), "x"), "partitions of the deployment of Shop: Line 1"),
        (broken(("projects", 0, "deployment", "other"), ""), "other of the deployment of Shop"),
    ],
)
def test_what_is_not_as_a_server_writes_it_is_named_and_takes_nothing_in(world, archive, change, words):
    answer = take_in(world.charlie, world.other_team, changed(archive, change))

    assert (answer.status_code, answer.json()["code"]) == (422, "bad-import"), answer.content
    assert words in answer.json()["detail"]
    assert not Analysis.objects.filter(team=world.other_team).exists()
    assert not Project.objects.filter(team=world.other_team).exists()


def test_a_bomb_is_read_no_further_than_a_program_may_be_large(world, exported, settings):
    settings.TOPOVIZ_LIMITS = {"body_bytes": 1_000_000}
    limits.cache_clear()
    files = opened(exported)
    files["programs/0.json"] = b" " * 200_000_000
    answer = take_in(world.charlie, world.other_team, packed(files))

    assert "too large" in answer.json()["detail"]


@pytest.mark.parametrize("kind", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_damaged_zip_is_said(world, archive, kind):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", kind) as whole:
        for name, content in opened(archive).items():
            whole.writestr(name, content)
        place = whole.getinfo("team.json").header_offset + len("team.json") + 30
    damaged = bytearray(data.getvalue())
    damaged[place + 20 : place + 60] = b"\xff" * 40

    assert take_in(world.charlie, world.other_team, bytes(damaged)).json()["code"] == "bad-import"


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x03\x04" + b"x" * 100])
def test_what_is_no_zip_is_said(world, data):
    assert take_in(world.alice, world.team, data).json()["code"] == "bad-import"


def test_only_owners_take_everything_along_or_in(world, exported, make_token):
    people = (world.charlie, world.visitor, world.bob, world.viewer, make_token(world.team, Scope.WRITE))

    assert [one.get(f"/api/v1/teams/{world.team.id}/export").status_code for one in people] == [404, 404, 403, 403, 403]
    assert [take_in(one, world.team, exported).status_code for one in people] == [404, 404, 403, 403, 403]


def test_too_large_an_archive_is_refused_before_it_is_read(world, settings):
    settings.TOPOVIZ_LIMITS = {"import_bytes": 10}
    limits.cache_clear()

    assert take_in(world.alice, world.team, b"x" * 2_000_000).status_code == 413
