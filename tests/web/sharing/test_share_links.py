"""`POST /api/v1/share-links` and what is behind a link."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.web.conftest import analyzed, share, submit, work
from tests.web.projects.conftest import hand_in
from topoviz.web.analyses.limits import limits
from topoviz.web.documents.files import SVG_POLICY
from topoviz.web.projects.models import Project
from topoviz.web.sharing.models import ShareLink

pytestmark = pytest.mark.django_db


def scripts_in(page):
    """The scripts of a page, which all come from files: nothing stands in them."""
    scripts = re.findall(r"<script([^>]*)>(.*?)<", page)
    assert [inside for _, inside in scripts] == [""] * len(scripts)
    return [re.search(r'src="/static/topoviz/(?:build/assets/)?(\w+)', head)[1] for head, _ in scripts]


@pytest.fixture
def link(world):
    """A link to an analysis of Alice's."""
    return share(world.alice, analyzed(world.alice)).json()


@pytest.fixture
def anybody():
    """Somebody with no account and no session, who has the link."""
    return Client()


def test_a_link_is_made_with_its_key(world):
    answer = share(world.alice, analyzed(world.alice))

    made = answer.json()
    assert answer.status_code == 201
    assert set(made) >= {"url", "svg", "delete_key"}
    assert made["svg"] == f"{made['url']}.svg"
    assert len(made["url"].removeprefix("/s/")) == 32


def test_links_are_kept_as_digests(link):
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM sharing_sharelink")
        rows = repr(cursor.fetchall())

    assert link["url"].removeprefix("/s/") not in rows
    assert link["delete_key"] not in rows


def test_a_team_may_have_so_many(world, settings):
    hand_in(world.alice)
    project, document = Project.objects.get(), analyzed(world.alice)
    settings.TOPOVIZ_LIMITS = {"links": 1}
    limits.cache_clear()
    assert share(world.alice, document).status_code == 201

    refused = share(world.alice, document)
    page = world.alice.post(f"/p/{project.id}/share", {"shows": "latest"})

    assert (refused.status_code, refused.json()["code"]) == (409, "too-many-links")
    assert refused.json()["limit"] == {"name": "links", "value": 1, "seconds": None}
    assert page.status_code == 409
    assert "A team may have 1 share links." in page.content.decode()
    assert ShareLink.objects.count() == 1


def test_links_are_not_made_faster_than_other_things_that_stay(world, monkeypatch):
    document = analyzed(world.alice)
    monkeypatch.setattr("topoviz.web.documents.throttles.AnalysesThrottle.rate", "3/min", raising=False)

    assert [share(world.alice, document, password="open sesame").status_code for _ in range(3)] == [201, 201, 429]


def test_no_two_links_are_alike(world):
    document = analyzed(world.alice)

    made = [share(world.alice, document).json() for _ in range(5)]

    assert len({one["url"] for one in made} | {one["delete_key"] for one in made}) == 10


def test_the_page_shows_text_reasons_and_pictures_without_scripts(link, anybody):
    answer = anybody.get(link["url"])

    page = answer.content.decode()
    assert answer.status_code == 200
    assert scripts_in(page) == ["theme", "shared"]
    assert "Sub-topology: 1" in page
    assert f'<img src="{link["svg"]}?view=topology&amp;topology=0"' in page
    assert "KSTREAM-AGGREGATE-STATE-STORE-0000000002" in page
    assert "Why it is so" in page


def test_the_page_begins_with_the_picture_that_its_address_asks_for(link, anybody):
    page = anybody.get(f"{link['url']}?view=around:t0:2&open=r5,r2").content.decode()

    assert "What is at most 2 steps around orders" in page
    asked, usual = (page.index(f'<img src="{link["svg"]}?view={view}') for view in ("around:t0:2", "topology"))
    assert asked < usual
    assert f'<a href="{link["svg"]}?view=around:t0:2&amp;whole=1&amp;topology=0">with nothing folded</a>' in page
    assert "view=around:t0:2&amp;open=r2,r5&amp;panel=phone&amp;topology=0" in page


def test_a_view_takes_its_own_place_when_something_is_opened_in_it(link, anybody):
    page = anybody.get(f"{link['url']}?open=r5&whole=0").content.decode()

    assert page.count(f'<img src="{link["svg"]}?view=topology') == 1


@pytest.mark.parametrize("query", ["view=nothing", "open=5", "view=around:r999:2", "topology=7"])
def test_a_page_with_a_view_that_is_not_there_says_so_and_shows_the_usual_ones(link, anybody, query):
    answer = anybody.get(f"{link['url']}?{query}")

    page = answer.content.decode()
    assert answer.status_code == 200
    assert "There is no such view as the address asks for." in page
    assert f'<img src="{link["svg"]}?view=topology&amp;topology=0"' in page


@pytest.mark.parametrize(("view", "first"), [("steps", "before-after"), ("text", "topology"), ("why", "topology")])
def test_views_of_the_page_that_are_no_pictures_are_none_to_miss(link, anybody, view, first):
    page = anybody.get(f"{link['url']}?view={view}&node=s0").content.decode()

    assert "no such view" not in page
    assert page.index(f'<img src="{link["svg"]}?view={first}') == page.index("<img ")


def test_the_page_is_sent_with_care(link, anybody):
    headers = anybody.get(link["url"]).headers

    assert headers["Referrer-Policy"] == "same-origin"
    assert "noindex" in headers["X-Robots-Tag"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-cache"


def test_a_picture_is_sent_with_care(link, anybody):
    answer = anybody.get(link["svg"])

    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert answer.headers["Content-Security-Policy"] == SVG_POLICY
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["ETag"]
    assert not answer.cookies


def test_a_picture_that_has_not_changed_is_not_sent_again(link, anybody):
    etag = anybody.get(link["svg"]).headers["ETag"]

    answer = anybody.get(link["svg"], headers={"If-None-Match": etag})

    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Content-Security-Policy"] == anybody.get(link["svg"]).headers["Content-Security-Policy"]


def test_the_data_of_the_page_are_what_was_shared(world, anybody):
    document = analyzed(world.alice, optimize="all", set={"a.key": "b"})
    made = share(world.alice, document, expires_in_days=7).json()

    answer = anybody.get(f"{made['url']}/analysis.json")

    given = answer.json()
    assert set(given) == {
        "title",
        "revision",
        "files",
        "settings",
        "result",
        "assignment",
        "scenario",
        "simulation",
        "comparison",
        "created",
        "expires",
    }
    assert (given["assignment"], given["revision"]) == (None, None)
    assert (given["title"], given["result"]) == ("Orders.java", document["result"])
    assert [file["name"] for file in given["files"]] == ["Orders.java"]
    assert given["settings"]["optimize"] == "all"
    assert given["settings"]["set"] == {"a.key": "b"}
    assert given["expires"] > given["created"]


def test_the_data_of_the_page_lead_nowhere_else(world, link, anybody):
    """Whoever has the link learns no id of the analysis, its team or its people, and may not write."""
    shared = ShareLink.objects.get()

    said = anybody.get(f"{link['url']}/analysis.json").content.decode() + anybody.get(link["url"]).content.decode()

    ids = [shared.id, shared.analysis_id, world.team.id, "alice"]
    assert [str(one) for one in ids if str(one) in said] == []
    assert anybody.get(f"/api/v1/analyses/{shared.analysis_id}").status_code == 404
    assert anybody.post(f"{link['url']}/analysis.json", {}).status_code in (403, 405)
    assert anybody.get(f"{link['url']}/analysis.json/").status_code == 404


def test_the_data_are_sent_with_care_and_once(link, anybody):
    answer = anybody.get(f"{link['url']}/analysis.json")
    again = anybody.get(f"{link['url']}/analysis.json", headers={"If-None-Match": answer.headers["ETag"]})

    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert answer.headers["Cache-Control"] == "no-cache"
    assert not answer.cookies
    assert (again.status_code, again.content) == (304, b"")


def test_another_view_is_drawn_for_the_link(link, anybody, monkeypatch):
    monkeypatch.setattr("topoviz.web.pages.shared_files.DRAWING_SECONDS", 0)
    assert anybody.get(f"{link['svg']}?view=plan").status_code == 202

    work()

    assert anybody.get(f"{link['svg']}?view=plan").status_code == 200


@pytest.mark.parametrize("query", ["view=nothing", "topology=x", "theme=pink"])
def test_strange_views_are_refused(link, anybody, query):
    assert anybody.get(f"{link['svg']}?{query}").status_code == 422


@pytest.mark.parametrize("path", ["/s/wrong", "/s/wrong.svg", f"/s/{'x' * 32}"])
def test_a_wrong_token_finds_nothing(link, anybody, path):
    assert anybody.get(path).status_code == 404


def test_what_is_pasted_cannot_become_markup(world, anybody):
    hostile = '</pre><script>alert(1)</script>" onerror="alert(1)'
    program = f'StreamsBuilder builder = new StreamsBuilder();\nbuilder.stream("{hostile[:40]}").to("x");\n// {hostile}'
    made = share(world.alice, analyzed(world.alice, program, f"{hostile}.java")).json()

    page = anybody.get(made["url"]).content.decode()

    assert scripts_in(page) == ["theme", "shared"]
    assert ' onerror="alert' not in page


def test_the_page_says_of_a_topology_that_nothing_starts_it(world, anybody):
    body = 'StreamsBuilder b = new StreamsBuilder(); b.stream("in"); return b.build();'
    old = f"class Old {{ static Topology build() {{ {body} }} }}"
    main = old.replace("Old { static Topology build()", "App { public static void main(String[] args)")
    program = f"{old}\n{main.replace('return b.build()', 'new KafkaStreams(b.build(), new Properties())')}"
    made = share(world.alice, analyzed(world.alice, program)).json()

    assert "Nothing here starts it. Nothing in these files calls it." in anybody.get(made["url"]).content.decode()


def test_who_reads_the_page_is_not_asked_for_what_only_its_author_can_give(world, anybody):
    program = 'void build(StreamsBuilder builder, String topic) { builder.stream(topic).to("copies"); }'
    made = share(world.alice, analyzed(world.alice, program)).json()

    page = anybody.get(made["url"]).content.decode()

    assert "topic is not known" in page
    assert "Say what it is" not in page


def test_a_program_without_a_name_is_called_after_what_it_reads(world, anybody):
    for name, title in (("pasted", "Reads orders"), ("Orders.txt", "Orders.txt")):
        made = share(world.alice, analyzed(world.alice, 'builder.stream("orders").to("copies");', name)).json()

        assert f"<h1>{title}</h1>" in anybody.get(made["url"]).content.decode()
        file = f'inline; filename="{title.lower().replace(" ", "-").removesuffix(".txt")}-topology.svg"'
        assert anybody.get(made["svg"]).headers["Content-Disposition"] == file


def test_sharing_a_preview_keeps_it(world, anybody):
    preview = analyzed(world.alice, preview=True)

    made = share(world.alice, preview).json()

    assert world.alice.get(preview["url"]).json()["is_preview"] is False
    assert anybody.get(made["url"]).status_code == 200


def test_there_is_nothing_to_share_before_the_end(world):
    answer = share(world.alice, submit(world.alice).json())

    assert (answer.status_code, answer.json()["code"]) == (409, "no-result")


def test_viewers_cannot_share(world):
    assert share(world.viewer, analyzed(world.alice)).status_code == 403


def test_an_expired_link_is_gone(world, anybody):
    made = share(world.alice, analyzed(world.alice), expires_in_days=1).json()
    assert anybody.get(made["url"]).status_code == 200

    ShareLink.objects.update(expires=timezone.now() - timedelta(seconds=1))

    assert anybody.get(f"{made['url']}/analysis.json").json()["next_step"] == "Ask for a new link."
    assert anybody.get(made["svg"]).status_code == 404
    gone = anybody.get(made["url"], headers={"Accept": "text/html"})
    assert gone.status_code == 404
    assert "noindex" in gone.headers["X-Robots-Tag"]
    assert "ask whoever sent it for a new link" in " ".join(gone.content.decode().split())


def test_as_a_page_to_read_it_has_no_script_and_leads_back(link, anybody):
    page = anybody.get(f"{link['url']}?view=around:t0:2&as=page").content.decode()

    assert scripts_in(page) == ["theme"]
    assert '<a href="?view=around:t0:2">Explore it instead</a>' in page


@pytest.mark.parametrize("days", [0, -1, 4000, "many"])
def test_strange_times_are_refused(world, days):
    assert share(world.alice, analyzed(world.alice), expires_in_days=days).status_code == 422


def test_visits_are_counted(link, anybody, monkeypatch):
    monkeypatch.setattr("topoviz.web.documents.throttles.SharedThrottle.rate", "2/min", raising=False)

    answers = [anybody.get(link["svg"]) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    page = anybody.get(link["url"], headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["Content-Type"]) == (429, "text/html; charset=utf-8")
    assert f"Wait {page.headers['Retry-After']} seconds" in page.content.decode()


def test_new_pictures_are_counted_by_themselves(link, anybody, monkeypatch):
    monkeypatch.setattr("topoviz.web.pages.shared_files.DRAWING_SECONDS", 0)
    monkeypatch.setattr("topoviz.web.documents.throttles.DrawingsThrottle.rate", "2/min", raising=False)

    answers = [anybody.get(f"{link['svg']}?view=plan&open=p{number}") for number in range(3)]

    assert [answer.status_code for answer in answers] == [202, 202, 429]
    assert answers[2].json()["limit"]["name"] == "drawings"
    assert 0 < int(answers[2].headers["Retry-After"]) <= 60
    assert anybody.get(link["svg"]).status_code == 200


# --- deleting ---------------------------------------------------------------------------------------------------------


def test_the_key_deletes_the_link(link, anybody):
    answer = anybody.post(f"{link['url']}/delete", {"delete_key": link["delete_key"]})

    assert answer.status_code == 200
    assert "The link is deleted" in answer.content.decode()
    assert anybody.get(link["url"]).status_code == 404
    assert anybody.get(link["svg"]).status_code == 404


def test_programs_may_delete_with_json(link, anybody):
    answer = anybody.post(f"{link['url']}/delete", {"delete_key": link["delete_key"]}, content_type="application/json")

    assert answer.status_code == 204
    assert not ShareLink.objects.exists()


@pytest.mark.parametrize("key", ["", "wrong", "ä"])
@pytest.mark.parametrize("content", ["form", "json"])
def test_it_rejects_a_wrong_key(link, anybody, key, content):
    options = {"content_type": "application/json"} if content == "json" else {}

    answer = anybody.post(f"{link['url']}/delete", {"delete_key": key}, **options)

    assert answer.status_code == 403
    assert ShareLink.objects.exists()


def test_looking_deletes_nothing(link, anybody):
    assert anybody.get(f"{link['url']}/delete?delete_key={link['delete_key']}").status_code == 405
    assert ShareLink.objects.exists()


def test_a_foreign_page_cannot_delete(link):
    strict = Client(enforce_csrf_checks=True)

    answer = strict.post(f"{link['url']}/delete", {"delete_key": link["delete_key"]})

    assert answer.status_code == 403
    assert ShareLink.objects.exists()
