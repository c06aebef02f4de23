"""What a device remembers: its theme, its drafts, and what it showed."""

import pytest

pytestmark = pytest.mark.xdist_group("browser")

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def background(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_a_theme_that_was_chosen_holds_on_all_pages_from_their_first_paint(open_page):
    page = open_page("/health", color_scheme="light")
    light = background(page)
    page.get_by_label("Theme").select_option("dark")
    dark = background(page)
    assert dark != light
    other = page.context.new_page()
    for path in ("/", "/health", "/api/v1/docs/"):
        other.goto(path, wait_until="commit")
        expect(other.locator("html")).to_have_attribute("data-theme", "dark")
        assert background(other) == dark
    # Pages that are open follow, and "system" lets go of it.
    other.get_by_label("Theme").select_option("system")
    expect(page.get_by_label("Theme")).to_have_value("system")
    assert background(page) == light
