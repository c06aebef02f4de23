"""axe finds nothing on the states of the page that one meets, in both themes, wide and on a phone."""

import re

import pytest

from tests.e2e.bench import COUNT, OPEN, drawn, paste
from tests.e2e.states import VIEWS

pytestmark = pytest.mark.xdist_group("pages")

Axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed").Axe

LOOKS = [("light", 1280), ("dark", 390)]
"""Each theme and each width once; `look_with_axe` walks all of them, and twice the size."""


def violations(page):
    """What axe complains about, one line each."""
    # Colours that are still moving are no colours to judge.
    page.wait_for_timeout(250)
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_the_start_page_is_accessible(open_page, theme, width):
    page = open_page(width=width, color_scheme=theme)
    page.locator(".gallery li").first.wait_for()
    assert violations(page) == []


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_every_view_is_accessible(open_page, theme, width):
    page = open_page(width=width, color_scheme=theme)
    page.locator(".gallery li button").first.click()
    page.locator(".stage [data-node]").first.click()
    for name in VIEWS:
        page.get_by_role("tab", name=name, exact=True).click()
        page.locator(".progress").wait_for(state="detached")
        assert violations(page) == [], name


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_panes_menus_and_sentences_of_views_are_accessible(open_page, theme, width):
    page = open_page(width=width, color_scheme=theme)
    page.locator(".gallery li button").first.click()
    page.locator(".stage svg").wait_for()
    page.get_by_role("tab", name="Plan").hover()
    assert violations(page) == []
    for name in ("Legend", "Filter", "Export", "Open"):
        page.locator("summary", has_text=name).click()
        assert violations(page) == [], name
        page.keyboard.press("Escape")
    # Folded away on a large window, and each by itself on a phone.
    for name in ("Text", "Details"):
        page.locator("button:visible", has_text=re.compile(rf"^\s*{name}\s*$")).click()
        assert violations(page) == [], name


def test_open_questions_and_dialogs_are_accessible(open_page):
    page = drawn(open_page, OPEN, "${readings.topic}?", color_scheme="dark")
    assert violations(page) == []
    page.get_by_role("button", name="Share").click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_label("More", exact=True).click()
    assert violations(page) == []
    page.get_by_role("button", name="Keys").click()
    assert violations(page) == []


def test_motion_stops_for_those_who_want_none(open_page):
    page = open_page(reduced_motion="reduce")
    page.route("**/api/v1/analyses**", lambda route: None)
    paste(page, COUNT)
    bar = page.locator(".progress")
    bar.wait_for(state="attached")
    assert bar.evaluate("element => getComputedStyle(element, '::after').animationName") == "none"
