"""The pages that help people: without scripts of their own, linked from every page that has a footer."""

import re
from html import unescape

import pytest

from topoviz.engine.explanations.glossary import TERMS
from topoviz.snippets import SNIPPETS
from topoviz.web.pages.help import VIEWS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/help/", "/help/terms", "/api/v1/docs/", "/health", "/nowhere"])
def test_help_is_linked_from_the_foot_of_pages(client, address):
    page = client.get(address).content.decode()

    assert "<script" not in page.partition("<main")[2]
    for target in ("/help/", "/help/terms", "/api/v1/docs/"):
        assert f'href="{target}"' in page.partition("</main>")[2]


def test_the_page_of_words_has_every_term_with_its_place(client):
    page = client.get("/help/terms").content.decode()

    for term in TERMS:
        assert f'<dt id="{term.anchor}">{term.name}</dt>' in page
        assert term.reference.replace("&", "&amp;") in page


def test_help_names_limits_as_they_are(client, settings):
    from topoviz.web.analyses.limits import limits

    settings.TOPOVIZ_LIMITS = {"files": 77}
    limits.cache_clear()

    assert "At most 77 files" in client.get("/help/").content.decode()


def test_help_says_of_the_views_what_their_tabs_say(project):
    tabs = (project / "frontend" / "src" / "model" / "views.ts").read_text(encoding="utf-8")

    said = re.findall(r'^    title: "(.+)",\n    sentence: "(.+)",$', tabs, re.MULTILINE)
    assert [(view.title, view.sentence) for view in VIEWS] == said


def test_the_help_says_how_long_things_are_kept(client, settings):
    settings.TOPOVIZ_RETENTION_DAYS = 90
    assert "has not come again for 90 days" in " ".join(client.get("/help/").content.decode().split())


def test_the_page_for_builds_has_every_file_with_the_address_of_this_server(client):
    page = unescape(client.get("/help/ci").content.decode())

    for one in SNIPPETS:
        assert one.with_server("http://testserver") in page
    assert 'TOPOVIZ_INDEX: "http://testserver/simple/"' in page
    assert "TOPOVIZ_SERVER = 'http://testserver'" in page
    assert page.count('default: "http://testserver/simple/"') == page.count('default: "http://testserver"') == 1
    assert 'href="/help/ci"' in client.get("/help/").content.decode()
