"""Whatever goes wrong below /api/ is a problem document that says what, where, how much, and what to do next."""

import ast
import re
import uuid
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import encode_multipart

from tests.web.conftest import PROGRAM, analyzed, body, submit, work
from topoviz.rendering.calculations.problems import PROBLEMS
from topoviz.web.accounts.models import Scope
from topoviz.web.documents.problem_codes import ABOUT, BY_CODE, about_status
from topoviz.web.places import PACKAGE

pytestmark = pytest.mark.django_db

ANALYSES, JSON, FORM = "/api/v1/analyses", "application/json", "multipart/form-data; boundary=x"
MEMBERS = {"type", "title", "status", "detail", "code", "next_step"}


def posted(sent, content_type=JSON, to=ANALYSES, **options):
    return lambda client: client.post(to, sent, content_type=content_type, **options)


def got(address, **options):
    return lambda client: client.get(address, **options)


def archive_of(size):
    return SimpleUploadedFile("a.zip", b"x" * size)


CASES = {
    "no address": (got("/api/v1/nothing"), 404, "not-found", "", ""),
    "no API": (got("/api"), 404, "not-found", "", ""),
    "another version of the API": (posted({}, to="/api/v2/analyses"), 404, "not-found", "", ""),
    "no id": (got(f"{ANALYSES}/7"), 404, "not-found", "", ""),
    "an unknown id": (got(f"{ANALYSES}/{uuid.UUID(int=0)}"), 404, "not-found", "", ""),
    "a method of a view": (lambda client: client.delete(ANALYSES), 405, "wrong-method", "", ""),
    "a method of a page": (lambda client: client.post("/api/v1/docs/"), 405, "wrong-method", "", ""),
    "Accept": (got("/api/v1/versions", headers={"Accept": "text/html"}), 406, "wrong-form", "", ""),
    "a type": (posted("x", "text/plain"), 415, "wrong-form", "", ""),
    "no type": (posted("x", ""), 415, "wrong-form", "", ""),
    "no length": (posted({}, CONTENT_LENGTH="", HTTP_TRANSFER_ENCODING="chunked"), 411, "length-required", "", ""),
    "another encoding": (posted('{"files": "é"}'.encode("latin-1")), 400, "not-understood", "", ""),
    "NaN": (posted('{"files": NaN}'), 400, "not-understood", "", ""),
    "a list instead of an object": (posted("[]"), 422, "not-valid", "", ""),
    "a number instead of a text": (posted({"files": [{"name": "A.java", "text": 7}]}), 422, "not-valid",
                                   "files[0].text", ""),
    "an object instead of a list": (posted({"files": {}}), 422, "not-valid", "files", ""),
    "a cursor": (got(f"{ANALYSES}?cursor=x"), 422, "not-valid", "cursor", ""),
    "an id of a team": (got(f"{ANALYSES}?team=x"), 422, "not-valid", "team", ""),
    "a link that is gone": (posted({"url": "/s/" + "x" * 32, "delete_key": "x"}, to="/api/v1/share-links/delete"), 404,
                            "not-found", "", ""),
    "broken JSON": (posted('{"files": '), 400, "not-understood", "", ""),
    "a broken form": (posted(b"--x\r\n" + b"a" * 10_000, FORM), 400, "not-understood", "", ""),
    "too many parts": (posted(encode_multipart("x", dict.fromkeys(map(str, range(1100)), "a")), FORM), 400,
                       "not-understood", "", ""),
    "a long part": (posted(encode_multipart("x", {"settings": "a" * 3_000_000}), FORM), 413, "too-large", "",
                    "form_bytes"),
    "no file": (posted({}), 422, "not-valid", "files", ""),
    "a file without a text": (posted({"files": [{"name": "A.java"}]}), 422, "not-valid", "files[0].text", ""),
    "an unknown setting": (posted(body(kafka="3")), 422, "not-valid", "settings.kafka", ""),
    "a version": (posted(body(kafka_version="9")), 422, "not-valid", "settings.kafka_version", ""),
    "a parameter": (posted(body(), to=f"{ANALYSES}?wait=long"), 422, "not-valid", "wait", ""),
    "a form without an archive": (posted(encode_multipart("x", {"preview": "1"}), FORM), 422, "not-valid", "archive",
                                  ""),
    "a large file": (posted(body("x" * 300_000)), 413, "too-large", "files[0].text", "file_bytes"),
    "large files": (posted({"files": [{"name": f"{n}.java", "text": "x" * 250_000} for n in range(18)]}), 413,
                    "too-large", "files", "total_bytes"),
    "a large archive": (lambda client: client.post("/api/v1/archives", {"archive": archive_of(21 * 2**20)}), 413,
                        "too-large", "archive", "archive_bytes"),
}  # fmt: skip


@pytest.mark.parametrize(("ask", "status", "code", "field", "limit"), CASES.values(), ids=CASES)
def test_what_is_wrong_is_a_problem_document(world, make_token, ask, status, code, field, limit):
    for client in (world.alice, make_token(world.team)):
        answer = ask(client)

        problem = told(answer)
        assert (answer.status_code, problem["code"]) == (status, code), problem
        assert field in [error["field"] for error in problem.get("errors", [{"field": ""}])]
        assert problem.get("limit", {"name": ""})["name"] == limit


def told(answer):
    """Hold an answer against what holds for every problem, and give its document."""
    assert answer.headers["Content-Type"] == "application/problem+json", answer.content[:200]
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Frame-Options"] == "DENY"
    problem = answer.json()
    assert problem.keys() >= MEMBERS
    assert problem["status"] == answer.status_code
    assert problem["type"] == f"/api/v1/docs/#problem-{problem['code']}"
    assert problem["detail"].endswith((".", '"', ")")), problem
    assert problem["next_step"].endswith((".", "…"))
    return problem


def test_a_program_never_hears_of_a_page(world, make_token):
    reader = make_token(world.team, scope=Scope.READ)
    without = Client(enforce_csrf_checks=True)
    wrong = Client(headers={"Authorization": "Bearer tvz_wrong"})

    for client, status in ((reader, 403), (without, 401), (wrong, 401)):
        for address in (ANALYSES, "/api/v1/archives", "/api/v1/lag-reports", "/api/v1/share-links"):
            problem = told(client.post(address, {}, content_type=JSON))
            assert problem["status"] == status
            assert "page" not in problem["detail"] + problem["next_step"]
            assert "token" in problem["detail"] + problem["next_step"]


def test_a_browser_hears_that_its_page_is_old(world):
    browser = Client(enforce_csrf_checks=True)
    browser.get("/")

    problem = told(submit(browser))

    assert (problem["status"], problem["code"]) == (403, "not-from-a-page")
    assert "Load the page again" in problem["next_step"]


def test_a_viewer_hears_whom_to_ask(world):
    problem = told(submit(world.viewer))

    assert (problem["code"], problem["next_step"]) == (
        "not-allowed",
        "Ask an owner of the team for the right to write.",
    )


def test_somebody_in_no_team_hears_so(world):
    from tests.web.conftest import signed_in

    assert told(submit(signed_in("dora")))["code"] == "no-team"


def test_a_mistake_of_ours_is_a_problem_too_and_shows_no_details(world, monkeypatch):
    def broken():
        raise RuntimeError("a detail")

    monkeypatch.setattr("topoviz.web.api.v1.versions.versions_document", broken)
    world.alice.raise_request_exception = False

    answer = world.alice.get("/api/v1/versions")

    assert (told(answer)["code"], answer.status_code) == ("trouble", 500)
    assert b"a detail" not in answer.content


@pytest.mark.parametrize(
    ("scope", "ask"),
    [
        ("Requests", got("/api/v1/versions")),
        ("Analyses", posted(body())),
        ("Previews", posted(body(preview=True))),
        ("Visitors", posted(body())),
        ("Archives", lambda client: client.post("/api/v1/archives", {})),
        ("LagReports", lambda client: client.post("/api/v1/lag-reports", {})),
        ("Shared", got("/s/nothing")),
        ("Shared", got("/s/nothing.svg")),
    ],
)
def test_who_comes_too_often_hears_how_often_and_when_to_come_again(world, monkeypatch, scope, ask):
    monkeypatch.setattr(f"topoviz.web.documents.throttles.{scope}Throttle.rate", "0/min", raising=False)

    answer = ask(world.visitor)

    problem = told(answer)
    assert (answer.status_code, problem["code"]) == (429, "too-many")
    assert (problem["limit"]["value"], problem["limit"]["seconds"]) == (0, 60)
    assert 0 < int(answer.headers["Retry-After"]) <= 60


def test_what_is_being_worked_on_says_when_to_come_again(world):
    done = analyzed(world.alice)

    for answer in (
        submit(world.alice, PROGRAM.replace("orders", "others")),
        world.alice.get(f"{done['url']}/topology.svg?view=around:r0:1&wait=0"),
        world.alice.post("/api/v1/lag-reports", {"analysis": done["id"], "file": SimpleUploadedFile("a.csv", b"x")}),
    ):
        assert (answer.status_code, answer.headers["Retry-After"]) == (202, "1")


@pytest.mark.parametrize("accept", ["*/*", JSON, "application/problem+json", "application/*;q=0.5"])
def test_whoever_asks_for_json_or_for_problems_gets_both(world, accept):
    headers = {"Accept": accept}

    assert world.alice.get("/api/v1/versions", headers=headers).status_code == 200
    assert told(world.alice.get(f"{ANALYSES}/{uuid.UUID(int=0)}", headers=headers))["status"] == 404


def test_a_file_has_the_form_of_its_ending_whatever_accept_says(world):
    url = analyzed(world.alice)["url"]

    for ending, kind in (("txt", "text/plain"), ("svg", "image/svg+xml"), ("dot", "text/vnd.graphviz")):
        world.alice.get(f"{url}/topology.{ending}?wait=0")
        work()
        answer = world.alice.get(f"{url}/topology.{ending}", headers={"Accept": kind})
        assert answer.status_code == 200
        assert answer.headers["Content-Type"].startswith(kind)


def test_every_code_that_is_raised_is_in_the_list_and_every_one_in_the_list_is_raised():
    raised = {about_status(status).code for status in range(400, 600)}
    places = (PACKAGE / "web", PACKAGE / "lag", PACKAGE / "rendering" / "calculations")
    for path in (path for place in places for path in place.rglob("*.py")):
        if path.name != "problem_codes.py":
            raised |= codes_in(path)

    raised |= {code for code, _ in PROBLEMS.values()}
    assert raised == set(BY_CODE)
    assert len(ABOUT) == len(BY_CODE)


def codes_in(path: Path) -> set[str]:
    """Give the codes that calls of a module give to problems and reasons, and those that its tables name."""
    names = {"Problem", "problem_response", "Reason", "BadHistory", "BadQuestion", "__init__"}
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "_NO_TOPOLOGY":
            found |= set(ast.literal_eval(node.value).values())
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in names:
            texts = [one.value for one in node.args[:2] if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            found |= set(texts[:1])
    return found


def test_each_code_has_a_place_on_the_docs_page(client):
    page = client.get("/api/v1/docs/").content.decode()

    for one in ABOUT:
        (row,) = re.findall(rf'<dt id="problem-{one.code}">.*?</dd>', page, re.DOTALL)
        assert one.meaning.split(".")[0].replace("'", "&#x27;") in row
    assert page.count('id="problem-') == len(ABOUT)
