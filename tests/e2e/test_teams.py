"""Somebody signs up and invites a colleague, who joins in another browser; then both see the same."""

import re

import pytest

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
