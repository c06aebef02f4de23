"""A link that carries a program in itself, from the dialog that makes it to the page that opens it."""

import re
import secrets

import pytest

from tests.e2e.bench import COUNT, drawn, leave_editor, paste, wait_for_drawing

pytestmark = pytest.mark.xdist_group("browser")

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_a_program_travels_in_its_link_and_nothing_is_saved_for_it(open_page):
    page = drawn(open_page)
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_text("A link that carries the program in itself").click()
    field = page.get_by_label("Link with the program in it", exact=True)
    expect(field).to_have_value(re.compile(r"/s#p1=[\w-]+$"))
    link = field.input_value()
    assert "/s#p1=" in link
    assert len(link) < 1_000

    page.keyboard.press("Escape")
    paste(page, COUNT + "// " + secrets.token_hex(12_000))
    wait_for_drawing(page, "order-counts")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_text("A link that carries the program in itself").click()
    expect(page.get_by_role("dialog")).to_contain_text("This program is too long for one")

    asked = []
    other = open_page("/help/")
    other.on("request", lambda request: asked.append((request.method, request.url)))
    other.goto(link)
    wait_for_drawing(other, "order-counts")
    # No server was told what stands behind the #, and the address is that of the workbench now.
    assert not [url for _, url in asked if "p1=" in url]
    assert other.evaluate("location.pathname + location.hash") == "/"
    leave_editor(other)
    other.keyboard.press("t")
    expect(other.locator(".cm-content")).to_contain_text(COUNT.strip().splitlines()[0].strip())
    other.reload()
    wait_for_drawing(other, "order-counts")

    # What is not whole says so.
    other.goto("/help/")
    other.goto(link[:-9])
    expect(other.get_by_role("alert")).to_contain_text("This link cannot be opened. Part of it is missing")


def test_names_are_replaced_before_a_program_is_shared(open_page):
    page = drawn(open_page)
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_label("Replace all names").check()
    expect(page.get_by_role("dialog")).to_contain_text("No source, no setting and no plan is in it.")
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link", exact=True).input_value()
    assert "?" not in link

    shown = open_page(link)
    wait_for_drawing(shown, "store-1")
    assert "orders" not in shown.content()


def test_without_scripts_the_page_says_what_it_needs(open_page):
    page = open_page("/s#p1=AAAA", java_script_enabled=False)

    expect(page.get_by_role("heading", level=1)).to_have_text("This link needs JavaScript")
