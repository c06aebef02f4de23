"""What somebody does who was sent a link, and has no account and no workbench of their own."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.bench import OPEN, box, drawn, marked_lines, share, wait_for_drawing
from tests.e2e.test_accessibility import LOOKS, violations

pytestmark = pytest.mark.xdist_group("pages")


@pytest.fixture
def link(open_page):
    """A link to a small program."""
    return share(drawn(open_page))


def find(page, name):
    """Search for something, and go to the first that is found."""
    page.locator("input[type=search]").fill(name)
    page.get_by_label("Found").get_by_role("option").first.click()


def test_a_colleague_finds_a_store_sees_why_and_sends_the_next_colleague_there(open_page, link):
    page = open_page(link, permissions=["clipboard-read", "clipboard-write"])
    wait_for_drawing(page, "order-counts")

    find(page, "orders-by-kind")
    expect(page.get_by_label("What is chosen")).to_contain_text("orders-by-kind")
    page.get_by_role("button", name="Link to this").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    sent = page.evaluate("navigator.clipboard.readText()")

    next_page = open_page(sent)
    wait_for_drawing(next_page, "order-counts")
    expect(next_page.get_by_label("What is chosen")).to_contain_text("orders-by-kind")
    without = open_page(sent, java_script_enabled=False)
    expect(without.locator(":target")).to_contain_text("orders-by-kind")


def test_the_lines_of_what_is_chosen_stand_in_the_source_which_nobody_can_change(open_page, link):
    page = open_page(link)
    wait_for_drawing(page, "order-counts")
    loaded = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('codemirror')).length"
    assert page.evaluate(loaded) == 0
    box(page, "count").click()
    page.get_by_role("button", name="Source").click()
    expect(page.locator(".tv-chosen").first).to_be_visible()
    assert marked_lines(page) == ['.count(Materialized.as("orders-by-kind"))']
    page.locator(".cm-line", has_text="groupBy").click()
    page.keyboard.type("xyz")
    expect(page.locator(".cm-content")).not_to_contain_text("xyz")


def test_addresses_of_before_lead_where_they_led(open_page, link):
    page = open_page(f"{link}?view=sub-topology:1")
    tab = page.get_by_role("tab", name="Sub-topologies", exact=True)
    expect(tab).to_have_attribute("aria-selected", "true")
    page.goto(f"{link}#file-0-4")
    expect(page.locator(".cm-line", has_text=".count")).to_be_visible()
    page.goto(f"{link}?view=sub-topology:1")
    page.get_by_role("tab", name="Why", exact=True).click()
    page.reload()
    expect(page.get_by_role("tab", name="Why", exact=True)).to_have_attribute("aria-selected", "true")
    page.go_back()
    expect(tab).to_have_attribute("aria-selected", "true")


def test_a_copy_is_opened_in_the_editor_and_the_link_goes_on_as_it_was(open_page, link):
    page = open_page(link)
    wait_for_drawing(page, "order-counts")
    box(page, "count").click()
    page.get_by_role("button", name="Open in the editor").click()
    page.wait_for_url(re.compile("/a/.*node="))
    wait_for_drawing(page, "order-counts")
    expect(page.get_by_label("The chosen node")).to_contain_text("count")
    assert page.get_by_role("button", name="Share").is_enabled()


def test_what_is_printed_is_the_page_as_text(open_page, link):
    page = open_page(link)
    wait_for_drawing(page, "order-counts")
    reasons = page.get_by_role("heading", name="Why it is so")
    expect(reasons).to_be_hidden()
    page.emulate_media(media="print")
    expect(reasons).to_be_visible()
    expect(page.locator("#shared")).to_be_hidden()


def test_a_chosen_theme_is_that_of_the_pictures_too(open_page, link):
    page = open_page(f"{link}?as=page", color_scheme="light")
    page.get_by_label("Theme").select_option("dark")
    expect(page.locator("figure img").first).to_have_attribute("src", re.compile("theme=dark"))


def test_what_is_not_certain_is_said_with_its_line(open_page):
    guest = open_page(share(drawn(open_page, OPEN, "${readings.topic}?")))
    wait_for_drawing(guest, "${readings.topic}?")
    guest.get_by_text("1 unsure").click()
    guest.get_by_label("What was noticed").get_by_role("button", name="line 4").click()
    expect(guest.locator(".cm-line", has_text="readings.topic")).to_be_visible()
    guest.get_by_role("tab", name="Why").click()
    expect(guest.get_by_label("Explanations")).to_contain_text("“Open in the editor” makes a copy of your own")
    expect(guest.get_by_text("Say what it is")).to_have_count(0)


def test_on_a_phone_the_details_are_a_tab_and_letters_can_be_read(open_page, link):
    page = open_page(link, width=390, height=844)
    wait_for_drawing(page, "order-counts")
    small = """() => Math.min(...[...document.querySelectorAll(".stage svg text")].map((text) =>
        parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""
    assert page.evaluate(small) >= 10.9
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    box(page, "count").click()
    page.get_by_role("button", name="Why is it there?").click()
    expect(page.get_by_label("The chosen node")).to_contain_text("orders-by-kind")


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_the_shared_page_is_accessible(open_page, link, theme, width):
    page = open_page(link, width=width, height=844, color_scheme=theme)
    wait_for_drawing(page, "order-counts")
    box(page, "count").click()
    assert violations(page) == []
    page.get_by_text("More", exact=True).click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Source").click()
    page.locator(".cm-content").wait_for()
    assert violations(page) == []
    page.goto(f"{link}?as=page")
    assert violations(page) == []


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_the_page_to_embed_is_accessible_and_can_be_read(open_page, link, theme, width):
    page = open_page(f"{link}/embed", width=width, height=500, color_scheme=theme)
    page.wait_for_function("document.querySelector('img').naturalWidth > 0")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    # The letters of a picture have 12 px and more, and it is not made smaller.
    assert page.evaluate("(image => image.width / image.naturalWidth)(document.querySelector('img'))") == 1


def test_a_link_with_a_password_asks_and_then_shows_its_pictures(open_page):
    page = drawn(open_page)
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_label("Password").fill("open sesame")
    page.get_by_role("button", name="Make a link").click()
    closed = page.get_by_label("Link", exact=True).input_value()
    expect(page.get_by_text("Other sites show no picture of it.")).to_be_visible()
    guest = open_page(f"{closed}?as=page", java_script_enabled=False)
    guest.get_by_label("Password").fill("open sesame")
    guest.get_by_role("button", name="Open").click()
    expect(guest.get_by_role("heading", name="Why it is so")).to_be_visible()
    guest.locator("figure img").first.scroll_into_view_if_needed()
    expect(guest.locator("figure img").first).to_have_js_property("complete", True)
