"""Everything that answers say stands in the description: OpenAPI 3.1, and no member that nobody describes."""

import json
from functools import cache

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator

from tests.intake.archives import zipped
from tests.web.api.test_archives import MODULE, send
from tests.web.conftest import analyzed, submit, work
from tests.web.lag_reports.conftest import upload
from tests.web.projects.conftest import hand_in
from topoviz.web.analyses.models import Job, State
from topoviz.web.documents.examples import EXAMPLES, FOLDER
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.places import PACKAGE

pytestmark = pytest.mark.django_db

UNSURE = 'StreamsBuilder b = new StreamsBuilder(); b.stream(System.getenv("X")).to((k, v, c) -> v);'
REFUSED = 'Topology t = new Topology(); t.addSource("s", "x"); t.addSource("s", "y");'
NOT_STARTED = 'class A { void a(StreamsBuilder b) { b.stream("x").to("y"); } } class B { void b() { new Topology(); } }'
BRANCH = 'StreamsBuilder b = new StreamsBuilder(); b.stream("a").groupByKey().count(); b.globalTable("g"); b.build();'


@cache
def schema():
    return SchemaGenerator().get_schema(request=None, public=True)


@cache
def closed():
    """The schemas, as if none might ever have another member."""
    whole = json.loads(json.dumps(schema()))
    for one in whole["components"]["schemas"].values():
        if "properties" in one:
            one["additionalProperties"] = False
    return whole


def hold(document, name, *, many=False):
    """Hold a document against a schema by its name."""
    shape = {"$ref": f"#/components/schemas/{name}"}
    wanted = {"type": "array", "items": shape} if many else shape
    validator = Draft202012Validator({**wanted, "components": closed()["components"]})
    found = [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(document)]
    assert not found, found[:5]


def test_the_description_is_valid_and_describes_every_member_and_parameter():
    validate_schema(schema())

    assert schema()["openapi"].startswith("3.1")
    for name, one in schema()["components"]["schemas"].items():
        for member, shape in one.get("properties", {}).items():
            assert shape.get("description"), f"{name}.{member}"
    for methods in schema()["paths"].values():
        for operation in methods.values():
            assert operation.get("description"), operation["operationId"]
            for parameter in operation.get("parameters", []):
                assert parameter["in"] == "path" or parameter["description"], parameter


def test_whatever_makes_something_takes_a_key_and_every_list_comes_in_pages():
    schemas = schema()["components"]["schemas"]
    for address, methods in schema()["paths"].items():
        for method, operation in methods.items():
            taken = {one["name"] for one in operation.get("parameters", [])}
            if method == "post" and "201" in operation["responses"]:
                assert "Idempotency-Key" in taken, address
            told = operation["responses"].get("200", {}).get("content", {}).get("application/json", {})
            given = schemas.get(told.get("schema", {}).get("$ref", "").rpartition("/")[2], {})
            if "next" in given.get("properties", {}):
                assert taken >= {"limit", "cursor", "sort"}, address


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_what_is_said_of_an_example_is_described(world, example):
    text = (FOLDER / example.name).read_text(encoding="utf-8")
    document = analyzed(world.alice, text, example.name, optimize=example.optimize)

    hold(document, "AnalysisDocument")


@pytest.mark.parametrize("text", [UNSURE, REFUSED, NOT_STARTED, BRANCH, "%%% (((", "class A { }"])
def test_what_is_said_of_trouble_is_described(world, text):
    document = analyzed(world.alice, text)

    hold(document, "AnalysisDocument")
    for answer in (submit(world.alice, text, query="?strict=1"), world.alice.get(f"{document['url']}/topology.txt")):
        if answer.status_code == 422:
            hold(answer.json(), "ProblemDocument")


def test_what_is_said_of_recorded_programs_is_described():
    """What tests of the front end know. Lag reports are made of the types that describe them."""
    for path in sorted((PACKAGE.parent / "frontend" / "tests" / "samples").glob("*.json")):
        sample = json.loads(path.read_text(encoding="utf-8"))
        if sample["schema"] == "topoviz/analysis@1":
            hold(sample, "ResultAnalysis")


def test_the_other_answers_are_described(world):
    waiting = submit(world.alice)
    hold(waiting.json(), "SubmittedDocument")
    url = waiting.json()["url"]
    hold(world.alice.get(url).json(), "AnalysisDocument")
    hold(world.alice.post(f"{url}/cancel").json(), "ShortDocument")
    Job.objects.update(state=State.FAILED, code="crashed", sentence="It crashed.", next_step="Try again.")
    hold(world.alice.get(url).json(), "AnalysisDocument")
    hold(world.alice.get("/api/v1/versions").json(), "VersionsDocument")
    hold(world.alice.get("/api/v1/examples").json(), "ExampleDocument", many=True)
    hold(send(world.alice, zipped(MODULE)).json(), "ArchiveDocument")
    hold(send(world.alice, zipped(MODULE), "analyses").json(), "SubmittedDocument")
    revision = hand_in(world.alice)
    hold(revision, "OneRevisionDocument")
    project = world.alice.get("/api/v1/projects").json()
    hold(project, "ProjectsPage")
    hold(world.alice.get(f"{project['items'][0]['url']}/revisions").json(), "RevisionsPage")
    url = project["items"][0]["url"]
    hold(world.alice.get(f"{url}/stores").json(), "StoresDocument")
    hold(world.alice.get("/api/v1/search?q=orders").json(), "SearchDocument")
    sent = {"sort": "topic", "name": "orders", "text": "Ask."}
    hold(world.alice.post(f"{url}/notes", sent, content_type="application/json").json(), "NoteDocument")
    hold(world.alice.get(f"{url}/notes").json(), "NotesDocument")
    hold(submit(world.alice, project="Shop").json(), "ProblemDocument")
    hold(world.alice.get("/api/v1/nothing").json(), "ProblemDocument")
    hold(submit(world.alice, kafka_version="9").json(), "ProblemDocument")
    hold(submit(world.alice, "x" * 300_000).json(), "ProblemDocument")


def test_what_belongs_to_lag_reports_and_links_is_described(world):
    analysis = analyzed(world.alice)
    made = upload(world.alice, analysis).json()
    hold(made, "ShortLagReportDocument")
    hold(world.alice.get(made["url"]).json(), "LagReportDocument")
    Job.objects.filter(lag_report=LagReport.objects.get()).update(
        state=State.FAILED, code="binary", sentence="The file is not text.", next_step="Give a CSV."
    )
    hold(world.alice.get(made["url"]).json(), "LagReportDocument")
    work()
    for shared in ({"analysis": analysis["id"]},):
        link = world.alice.post("/api/v1/share-links", shared, content_type="application/json")
        hold(link.json(), "ShareLinkDocument")
