"""Every form of every view, in the API and behind a share link alike."""

import pytest
from django.test import Client

from tests.rendering.forms.beginnings import BEGINNINGS, made_here
from tests.web.conftest import analyzed, share, work
from topoviz.cli.main import main
from topoviz.rendering.forms.model import ABOUT, Form
from topoviz.web.analyses import drawing
from topoviz.web.analyses.models import Diagram, Job
from topoviz.web.places import PACKAGE

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["api", "link"])
def asked(world, request):
    """Ask for a file of an analysis of Alice's, with its ending and query, in the API or behind a link."""
    document = analyzed(world.alice)
    base = f"{document['url']}/topology" if request.param == "api" else share(world.alice, document).json()["url"]
    client = world.alice if request.param == "api" else Client()

    def ask(ending, query="", **headers):
        address = f"{base}.{ending}?{query}"
        if client.get(address, headers=headers).status_code == 202:
            work()
        return client.get(address, headers=headers)

    return ask


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    """There are no workers beside the test, for whom one could wait."""
    monkeypatch.setattr("topoviz.web.api.v1.forms.DRAWING_SECONDS", 0)
    monkeypatch.setattr("topoviz.web.pages.shared_files.DRAWING_SECONDS", 0)


def test_each_form_comes_with_its_type_and_a_name_that_says_what_is_inside(asked):
    for form in made_here(Form):
        answer = asked(form, "view=sub-topology:1")

        assert answer.status_code == 200
        assert answer.content.startswith(BEGINNINGS[form])
        assert answer.headers["Content-Type"].removesuffix("; charset=utf-8") == ABOUT[form].media_type
        assert answer.headers["Content-Disposition"] == f'inline; filename="orders-sub-topology-1.{form}"'
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert asked(form, "view=sub-topology:1", if_none_match=answer.headers["ETag"]).status_code == 304

    assert asked("txt").content.startswith(b"Topologies:")
    assert asked("txt", "topology=7").status_code == 404
    assert asked("json").json()["schema"] == "topoviz/analysis@1"


@pytest.mark.parametrize(
    ("ending", "query", "name"),
    [
        ("txt", "", "orders-describe.txt"),
        ("json", "", "orders-analysis.json"),
        ("svg", "", "orders-topology.svg"),
        ("svg", "&view=around:t0:1&whole=1", "orders-around-orders-whole.svg"),
    ],
)
def test_what_is_downloaded_is_kept_and_not_shown(asked, ending, query, name):
    answer = asked(ending, f"download=1{query}")

    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'


def test_asking_for_two_forms_at_once_makes_two_files(world):
    url = analyzed(world.alice)["url"]

    for form in (Form.SVG, Form.PNG, Form.PNG):
        world.alice.get(f"{url}/topology.{form}?view=plan")

    assert set(Job.objects.filter(kind="draw").values_list("form", flat=True)) == {"svg", "png"}
    assert Job.objects.filter(kind="draw").count() == 2


def test_of_files_that_were_opened_no_more_are_kept_than_there_is_room_for(world, monkeypatch):
    url = analyzed(world.alice)["url"]
    monkeypatch.setattr(drawing, "BYTES_KEPT", 1)
    for number in range(3):
        world.alice.get(f"{url}/topology.svg?open=r{number}")
        work()

    kept = Diagram.objects.exclude(view__in=["topology", "plan-optimized"])
    assert [diagram.view for diagram in kept] == ["topology;open=r2"], "the newest is, however large"


def test_of_the_usual_views_only_pictures_for_pages_are_always_kept(world, monkeypatch):
    url = analyzed(world.alice)["url"]
    monkeypatch.setattr(drawing, "BYTES_KEPT", 1)
    for file in ("svg?view=plan", "mmd?view=plan", "mmd?view=topology"):
        world.alice.get(f"{url}/topology.{file}")
        work()

    assert [diagram.view for diagram in Diagram.objects.filter(form="mmd")] == ["topology"]
    assert Diagram.objects.filter(form="svg", view="plan").exists()


@pytest.mark.parametrize("ending", ["gif", "html", "svgz"])
def test_there_are_no_other_forms(world, ending):
    assert world.alice.get(f"{analyzed(world.alice)['url']}/topology.{ending}").status_code == 404


def test_the_description_of_the_api_has_each_form_with_what_it_depends_on(client):
    paths = client.get("/api/v1/schema/").json()["paths"]

    for form in Form:
        described = paths[f"/api/v1/analyses/{{analysis_id}}/topology.{form}"]["get"]
        names = {parameter["name"] for parameter in described["parameters"]}
        assert ("theme" in names, "panel" in names, "open" in names) == (
            ABOUT[form].has_theme, ABOUT[form].has_panel, ABOUT[form].is_folded,
        ), form  # fmt: skip
        assert list(described["responses"]["200"]["content"]) == [ABOUT[form].media_type]
        assert ABOUT[form].sentence in described["description"]


@pytest.mark.parametrize("program", ["CountByCountry.java", "JoinAndCount.kt", "describe.txt"])
def test_a_picture_is_the_same_to_the_byte_from_the_api_a_link_and_the_command_line(world, tmp_path, program):
    file, drawn = PACKAGE / "web" / "examples" / program, tmp_path / "drawn.svg"
    document = analyzed(world.alice, file.read_text(encoding="utf-8"), program)
    link = share(world.alice, document).json()
    addresses = [f"{document['url']}/topology.svg?theme=light", f"{link['svg']}?theme=light"]
    world.alice.get(addresses[0])
    work()

    main(["render", str(file), "--theme", "light", "-o", str(drawn)])

    assert [world.alice.get(address).content for address in addresses] == [drawn.read_bytes()] * 2
