"""What other sites show of a link: pictures for Markdown, badges, previews, embedded pages and oEmbed."""

import json
import struct
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree as ET

import pytest
from django.test import Client

from tests.web.conftest import analyzed, share, work
from tests.web.lag_reports.conftest import upload
from tests.web.projects.conftest import COUNT, FILTERED, NAMED, hand_in
from topoviz.web.analyses.models import Job
from topoviz.web.documents.files import SVG_POLICY
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.pages import shared_files

pytestmark = pytest.mark.django_db

AS_A_PICTURE = {"Accept": "image/*"}
"""What a proxy for pictures asks with."""


class Head(HTMLParser):
    """The metadata of a page, by name or property, and its links by type."""

    def __init__(self, page):
        super().__init__()
        self.meta, self.links = {}, {}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "meta" and "content" in given:
            self.meta[given.get("property") or given.get("name")] = given["content"]
        if tag == "link" and given.get("rel") == "alternate":
            self.links[given["type"]] = given["href"]


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    """Pictures that are not there yet are answered at once with 202."""
    monkeypatch.setattr(shared_files, "DRAWING_SECONDS", 0)


@pytest.fixture
def link(world):
    return share(world.alice, analyzed(world.alice)).json()


@pytest.fixture
def latest(world):
    hand_in(world.alice, COUNT)
    project = world.alice.get("/api/v1/projects").json()["items"][0]["id"]
    return world.alice.post("/api/v1/share-links", {"project": project}, content_type="application/json").json()


def get(address, **headers):
    return Client().get(address, headers=headers)


def texts(picture):
    return [one.text for one in ET.fromstring(picture.content).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314 - our own


def oembed(link, query="", **options):
    return Client().get("/oembed", {"url": f"http://testserver{link['url']}{query}", **options})


# --- badges -----------------------------------------------------------------------------------------------------------


def test_a_badge_says_what_is_known_of_a_program(link):
    answer = get(link["badge"], **AS_A_PICTURE)

    assert texts(answer) == ["topology", "2 sub-topologies"]
    assert answer.headers["Content-Type"].startswith("image/svg+xml")
    assert answer.headers["Content-Security-Policy"] == SVG_POLICY
    assert answer.headers["Cache-Control"] == "no-cache"
    assert get(link["badge"], **{"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert not answer.cookies


def test_a_badge_of_the_latest_has_its_verdict_and_changes_with_it(world, latest):
    assert texts(get(latest["badge"])) == ["Shop", "1 sub-topology", "first revision"]
    hand_in(world.alice, FILTERED)

    assert texts(get(latest["badge"])) == ["Shop", "1 sub-topology", "state is lost"]
    assert texts(get(f"{latest['badge']}?show=verdict")) == ["Shop", "state is lost"]
    hand_in(world.alice, FILTERED, does_work=False, commit="c3" * 20)
    assert texts(get(f"{latest['badge']}?show=verdict"))[1] == "the same program"


def test_a_badge_has_the_tasks_where_partitions_are_known(world):
    document = analyzed(world.alice)
    made = share(world.alice, document).json()
    assert texts(get(f"{made['badge']}?show=tasks")) == ["topology: tasks", "not known"]
    asked = {"partitions": "orders=4", "cluster": ""}
    url = world.alice.post(f"{document['url']}/assignments", asked, content_type="application/json").json()["url"]
    work()
    answer = world.alice.get(url).json()
    shown = world.alice.post(
        "/api/v1/share-links", {"assignment": answer["id"]}, content_type="application/json"
    ).json()

    assert texts(get(shown["badge"])) == ["topology", "2 sub-topologies", "8 tasks"]


def test_a_badge_of_a_comparison_has_its_verdict_and_one_of_a_lag_report_what_explains_most(world, latest):
    hand_in(world.alice, FILTERED)
    comparison = world.alice.get("/api/v1/comparisons").json()["items"][0]["id"]
    made = world.alice.post("/api/v1/share-links", {"comparison": comparison}, content_type="application/json").json()
    assert texts(get(made["badge"])) == ["change", "1 sub-topology", "state is lost"]
    assert oembed(made).json()["title"] == "Shop: revision 1 to 2"

    upload(world.alice, analyzed(world.alice))
    LagReport.objects.update(result=json.dumps({"findings": [{"kind": "hot-partition", "sentence": "Task 1_1."}]}))
    report = str(LagReport.objects.get().id)
    made = world.alice.post("/api/v1/share-links", {"lag_report": report}, content_type="application/json").json()
    assert texts(get(f"{made['badge']}?show=verdict")) == ["lag", "hot partition"]
    assert oembed(made).json()["title"] == "Consumer lag of Orders.java"


def test_a_badge_of_a_comparison_has_the_tasks_of_now_where_partitions_are_known(world):
    before, now = (analyzed(world.alice, text) for text in (COUNT, NAMED))
    asked = {"old": {"analysis": before["id"]}, "new": {"analysis": now["id"]}, "partitions": "orders=3"}
    url = world.alice.post("/api/v1/comparisons", asked, content_type="application/json").json()["url"]
    work()
    comparison = world.alice.get(url).json()["id"]
    made = world.alice.post("/api/v1/share-links", {"comparison": comparison}, content_type="application/json").json()

    assert texts(get(f"{made['badge']}?show=tasks,verdict")) == ["change", "3 tasks", "state is lost"]


def test_a_badge_of_something_else_is_refused(link):
    assert get(f"{link['badge']}?show=colour").status_code == 422


# --- pictures ---------------------------------------------------------------------------------------------------------


def test_a_picture_for_another_site_is_an_image_also_while_it_is_drawn(link):
    waiting = get(f"{link['svg']}?view=plan", **AS_A_PICTURE)
    assert (waiting.status_code, waiting.headers["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
    assert "This picture is being drawn." in " ".join(texts(waiting))
    work()

    drawn = get(f"{link['svg']}?view=plan", **AS_A_PICTURE)
    assert "being drawn" not in " ".join(texts(drawn))
    assert get(f"{link['svg']}?view=plan", **{"If-None-Match": waiting.headers["ETag"]}).status_code == 200


def test_a_picture_that_is_too_large_is_a_smaller_one_that_says_so(link, monkeypatch):
    whole = get(link["svg"])
    monkeypatch.setattr(shared_files, "MOST_BYTES", 1_000)

    assert "too large" in " ".join(texts(get(f"{link['svg']}?topology=0", **AS_A_PICTURE)))
    assert get(f"{link['svg']}?download=1").content == whole.content


def test_a_picture_that_cannot_be_drawn_says_so_on_another_site_and_why_to_programs(link):
    get(f"{link['svg']}?view=plan")
    Job.objects.filter(kind="draw").update(state="failed", code="undrawable", sentence="Too much.", next_step="Less.")

    assert "too large" in " ".join(texts(get(f"{link['svg']}?view=plan", **AS_A_PICTURE)))
    assert get(f"{link['svg']}?view=plan").json()["code"] == "undrawable"
    assert get(f"{link['svg']}?view=nothing", **AS_A_PICTURE).status_code == 422


def test_a_large_png_is_a_card(link, monkeypatch):
    get(link["png"])
    get(link["png"].replace(".png", "/card.png"))
    work()
    monkeypatch.setattr(shared_files, "MOST_BYTES", 10)

    assert struct.unpack(">II", get(link["png"]).content[16:24]) == (1200, 630)


# --- previews ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["", "?view=plan&theme=dark"])
def test_a_page_has_what_open_graph_and_twitter_ask_for(link, query):
    head = Head(get(f"{link['url']}{query}").content.decode())

    assert all(head.meta[f"og:{name}"] for name in ("title", "type", "url", "image", "description", "site_name"))
    assert head.meta["twitter:card"] == "summary_large_image"
    assert head.meta["twitter:image"] == head.meta["og:image"]
    assert 0 < len(head.meta["og:title"]) <= 120
    assert "2 sub-topologies." in head.meta["og:description"]
    for name in ("og:url", "og:image"):
        assert urlsplit(head.meta[name])[:2] == ("http", "testserver")
    assert head.meta["og:url"] == f"http://testserver{link['url']}{query}"
    picture = head.meta["og:image"].removeprefix("http://testserver")
    assert get(picture).status_code == 202
    work()
    answer = get(picture)
    size = tuple(int(head.meta[f"og:image:{side}"]) for side in ("width", "height"))
    assert answer.headers["Content-Type"] == head.meta["og:image:type"] == "image/png"
    assert struct.unpack(">II", answer.content[16:24]) == size == (1200, 630)
    assert len(answer.content) < 1_000_000


def test_a_title_cannot_become_markup(world):
    made = share(world.alice, analyzed(world.alice, name='"><script>x.java')).json()

    assert Head(get(made["url"]).content.decode()).meta["og:title"] == '"><script>x.java'
    assert b"<script>x" not in get(made["url"]).content
    assert b"<script>x" not in get(made["embed"]).content
    assert "<script>x" not in oembed(made).json()["html"]


def test_cards_are_limited_as_other_drawings_are(link, monkeypatch):
    monkeypatch.setattr("topoviz.web.documents.throttles.DrawingsThrottle.rate", "1/min", raising=False)
    card = link["png"].replace(".png", "/card.png")

    assert [get(f"{card}?view={view}").status_code for view in ("plan", "overview")] == [202, 429]


# --- embedding --------------------------------------------------------------------------------------------------------


def test_a_page_to_embed_may_be_framed_and_can_do_nothing(link):
    answer = get(link["embed"])
    policy = dict(one.strip().partition(" ")[::2] for one in answer.headers["Content-Security-Policy"].split(";"))

    assert policy["frame-ancestors"] == "https: 'self'"
    assert (policy["script-src"], policy["form-action"], policy["default-src"]) == ("'none'",) * 3
    assert "X-Frame-Options" not in answer.headers
    assert not answer.cookies
    page = answer.content.decode()
    assert "<form" not in page
    assert "<script" not in page
    assert f'<a href="{link["url"]}" target="_blank" rel="noopener">Orders.java</a>' in page
    assert f'<img src="{link["svg"]}"' in page
    assert "noindex" in answer.headers["X-Robots-Tag"]


def test_no_other_page_may_be_framed(link, latest):
    for address in (link["url"], link["svg"], "/", "/oembed?url=x"):
        answer = get(address)
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"] or "sandbox" in str(answer.headers)


def test_the_page_to_embed_that_was_kept_is_framed_too_and_leads_to_its_own_link(world, link):
    other = share(world.alice, world.alice.get(f"/api/v1/analyses/{link['analysis']}").json()).json()
    pages = [get(one["embed"]) for one in (link, link, other)]

    assert {one.headers["Content-Security-Policy"] for one in pages} == {pages[0].headers["Content-Security-Policy"]}
    assert pages[0].content == pages[1].content
    assert link["url"].encode() not in pages[2].content


def test_a_page_to_embed_shows_the_view_and_theme_that_are_asked_for(link):
    page = get(f"{link['embed']}?view=plan&theme=dark").content.decode()

    assert 'data-theme="dark"' in page
    assert f'src="{link["svg"]}?view=plan&amp;theme=dark"' in page
    assert f'href="{link["url"]}?view=plan"' in page


def test_where_nothing_may_be_embedded_there_is_a_photo(link, settings):
    settings.TOPOVIZ_EMBED_IN = ["'none'"]

    assert get(link["embed"]).status_code == 404
    document = oembed(link, maxwidth=600).json()
    assert (document["type"], document["width"], document["height"]) == ("photo", 600, 315)
    assert document["url"].endswith("/card.png")


# --- oEmbed -----------------------------------------------------------------------------------------------------------


def test_the_page_leads_to_oembed_which_has_what_a_rich_one_needs(link):
    head = Head(get(f"{link['url']}?view=plan").content.decode())
    found = head.links["application/json+oembed"]
    assert parse_qs(urlsplit(found).query) == {"url": [f"http://testserver{link['url']}?view=plan"], "format": ["json"]}
    answer = get(found.removeprefix("http://testserver"))
    document = answer.json()

    assert answer.headers["Content-Type"] == "application/json"
    assert (document["version"], document["type"], document["title"]) == ("1.0", "rich", "Orders.java")
    assert (document["width"], document["height"]) == (800, 600)
    assert (
        f'<iframe src="http://testserver{link["embed"]}?view=plan" title="Orders.java" width="800"' in document["html"]
    )
    assert (document["thumbnail_width"], document["thumbnail_height"]) == (1200, 630)
    assert get(urlsplit(document["thumbnail_url"]).path).status_code in (200, 202)


def test_oembed_is_to_be_had_as_xml(link):
    head = Head(get(link["url"]).content.decode())
    answer = get(head.links["text/xml+oembed"].removeprefix("http://testserver"))
    root = ET.fromstring(answer.content)  # noqa: S314 - our own

    assert answer.headers["Content-Type"] == "text/xml; charset=utf-8"
    assert root.tag == "oembed"
    assert {one.tag: one.text for one in root} == {name: str(value) for name, value in oembed(link).json().items()}


def test_oembed_keeps_to_the_size_that_is_asked_for(link):
    document = oembed(link, maxwidth=300, maxheight=200).json()

    assert (document["width"], document["height"]) == (300, 200)
    assert 'width="300" height="200"' in document["html"]
    assert "thumbnail_url" not in document
    assert oembed(link, maxwidth="wide").status_code == 422


def test_oembed_knows_links_of_this_server_alone(link):
    assert oembed(link, format="yaml").status_code == 501
    for address in (
        "",
        "http://testserver/",
        f"http://elsewhere.example{link['url']}",
        f"ftp://testserver{link['url']}",
        "http://testserver/s/" + "x" * 32,
        "http://[",
        f"http://testserver{link['url']}/delete",
    ):
        assert Client().get("/oembed", {"url": address}).status_code == 404


# --- passwords --------------------------------------------------------------------------------------------------------


def test_of_a_link_with_a_password_there_is_none_of_it_even_for_who_has_said_it(world):
    made = share(world.alice, analyzed(world.alice), password="open sesame").json()
    reader = Client()
    assert reader.post(f"{made['url']}/password", {"password": "open sesame"}).status_code == 303

    assert {made[name] for name in ("svg", "png", "badge", "embed")} == {None}
    for file in ("/badge.svg", "/card.png", "/embed"):
        assert reader.get(f"{made['url']}{file}").status_code == 404
    assert oembed(made).status_code == 404
    page = reader.get(made["url"]).content.decode()
    assert "og:" not in page
    assert "oembed" not in page
    assert Head(get(made["url"], Accept="text/html").content.decode()).meta.get("og:image") is None
