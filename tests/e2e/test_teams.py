"""Somebody signs up and invites a colleague, who joins in another browser; then both see the same."""

import re

import pytest

from tests.e2e.bench import COUNT, paste, wait_for_drawing
from tests.e2e.test_accessibility import violations

pytestmark = pytest.mark.xdist_group("pages")

PASSWORD = "a-long-enough-word"


def sign_up(page, email):
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()


def test_a_colleague_joins_by_a_link_in_another_browser(open_page):
    dora = open_page("/account/signup/")
    assert violations(dora) == []
    sign_up(dora, "dora@example.com")
    dora.wait_for_url("**/t/*")
    team = dora.url
    dora.get_by_role("link", name="Members").click()
    assert violations(dora) == []
    dora.get_by_label("For whom").fill("Emil")
    dora.get_by_role("button", name="Make a link").click()
    link = dora.get_by_label("Link").input_value()

    emil = open_page(link, width=390, color_scheme="dark")
    assert violations(emil) == []
    emil.get_by_role("link", name="Sign up and join").click()
    sign_up(emil, "emil@example.com")
    emil.get_by_role("button", name=re.compile("Join as")).click()
    emil.wait_for_url("**/t/*")

    assert emil.url == team
    dora.goto(f"{team}/audit")
    dora.get_by_text("joined the team as editor").wait_for()
    assert violations(dora) == []
    # Signed in on every page, the workbench among them.
    emil.goto("/")
    emil.get_by_label("Account of emil").click()
    emil.get_by_role("button", name="Sign out").click()
    emil.get_by_role("link", name="Sign in").wait_for()


def test_a_program_is_kept_in_a_project_written_on_and_deleted(open_page):
    """What one opens, keeps, notes and throws away, without leaving the workbench for more than a click."""
    page = open_page("/account/signup/")
    sign_up(page, "gina@example.com")
    page.wait_for_url("**/t/*")
    page.goto("/")
    paste(page, COUNT)
    wait_for_drawing(page, "order-counts")
    page.get_by_label("More", exact=True).click()
    page.get_by_role("button", name=re.compile("Keep in a project")).click()
    assert violations(page) == []
    page.get_by_role("combobox", name="Project").fill("Shop")
    page.get_by_label("What is new in it").fill("Count orders by kind")
    page.get_by_role("button", name="Keep", exact=True).click()
    page.get_by_role("link", name="See what changes").click()
    page.get_by_role("heading", name="Revision 1").wait_for()
    assert violations(page) == []

    page.get_by_role("link", name="Open it in the workbench").click()
    page.locator(".stage svg text", has_text=re.compile("^orders$")).first.click()
    page.get_by_role("button", name="Write a note").click()
    page.get_by_label("What there is to say").fill("Kept for 7 days.")
    page.get_by_role("button", name="Write", exact=True).click()
    page.get_by_role("link", name="All notes of Shop").click()
    page.get_by_text("Kept for 7 days.").wait_for()

    page.go_back()
    page.get_by_label("More", exact=True).click()
    page.get_by_role("link", name=re.compile("^Delete")).click()
    assert violations(page) == []
    page.get_by_role("button", name="Delete revision 1").click()
    page.get_by_text("Revision 1 is deleted.").wait_for()
