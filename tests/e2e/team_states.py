"""Ways through the pages of accounts, teams and projects, and those that anybody reads; others are in `states.py`."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.e2e.states import COUNTED_BEFORE, COUNTED_NOW, menu, ready

PASSWORD = "a-long-enough-word"
READS = (
    'StreamsBuilder builder = new StreamsBuilder();\nbuilder.stream("order-counts").to("reports");\nbuilder.build();'
)
NOWHERE = "00000000-0000-4000-8000-000000000000"


@dataclass(frozen=True)
class Team:
    """Addresses of a team that has something, of one that has nothing, and of what belongs to the first."""

    full: str
    empty: str
    project: str
    new_project: str
    analysis: str
    invitation: str


MEMBERS: dict[str, Callable] = {}
"""Ways of somebody who is signed in and owns both teams."""

READERS: dict[str, Callable] = {}
"""Ways of somebody who is not signed in."""


def member_way(function):
    """One way of an owner."""
    MEMBERS[function.__name__] = function
    return function


def reader_way(function):
    """One way of a visitor."""
    READERS[function.__name__] = function
    return function


def make_team(page) -> Team:
    """Sign up, and make what is looked at; the page stays signed in."""
    page.goto("/account/signup/")
    sign_up(page, f"eve-{os.urandom(4).hex()}@example.com")
    page.wait_for_url("**/t/*")
    empty = page.url
    page.goto("/teams")
    page.get_by_label("Name").fill("Orders, and whatever becomes of them")
    page.get_by_role("button", name="Make a team").click()
    page.wait_for_url(lambda url: "/t/" in url and url != empty)
    full = page.url
    page.goto(f"{full}/tokens")
    page.get_by_label("What it is for").fill("Build")
    page.get_by_role("button", name="Make a token").click()
    secret = page.get_by_label("Token Build").input_value()

    def send(path, **data):
        answer = page.request.post(f"/api/v1/{path}", headers={"Authorization": f"Bearer {secret}"}, data=data)
        assert answer.ok, answer.text()
        return answer.json()

    def hand_in(text, project, message):
        vcs = {"message": message, "commit": os.urandom(20).hex(), "author": "Eve", "pull_request": "#17"}
        return send("analyses?wait=20", files=[{"name": "Shop.java", "text": text}], project=project, vcs=vcs)

    hand_in(COUNTED_BEFORE, "Shop", "Count orders")
    now = hand_in(COUNTED_NOW, "Shop", "Without orders that are null")
    hand_in(READS, "Reports", "Read the counts")
    project = now["revision"]["page"].partition("/revisions/")[0]
    new = send("projects", name="Billing")["page"]
    send(f"projects/{now['revision']['project']}/notes", sort="topic", name="orders", text="Ask Emil who writes it.")
    send("share-links", analysis=now["id"])
    page.goto(f"{full}/members")
    page.get_by_label("For whom").fill("Emil")
    page.get_by_role("button", name="Make a link").click()
    invitation = page.get_by_label("Link").input_value()
    page.goto(f"{project}/revisions/2")
    while page.locator("main .verdict").count() == 0:
        page.wait_for_timeout(500)  # it is compared after it was analyzed
        page.reload()
    return Team(full, empty, project, new, now["id"], invitation)


def sign_up(page, email):
    """Fill in the form that makes an account, and send it."""
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()


def seen(page, pages: dict[str, str]) -> Iterator[str]:
    """Each of these addresses."""
    for name, address in pages.items():
        page.goto(address)
        yield name


@member_way
def account(page, team) -> Iterator[str]:
    page.goto("/account/")
    yield "account"
    menu(page, "E")
    yield "account, menu"
    protected = {
        "password": "/account/password/change/",
        "app": "/account/2fa/totp/activate/",
        "end": "/account/delete",
    }
    yield from seen(page, {"e-mail": "/account/email/", "second factor": "/account/2fa/", "claim": "/account/claim"})
    for name, address in protected.items():
        page.goto(address)
        if "/reauthenticate/" in page.url:
            yield "is it you"
            page.get_by_label("Password").fill(PASSWORD)
            page.get_by_role("button", name="Go on").click()
            page.goto(address)
        yield f"account, {name}"
    page.goto("/account/")
    page.get_by_label("Name").fill("?")
    page.get_by_role("button", name="Save").click()
    yield "account, wrong name"


@member_way
def teams(page, team) -> Iterator[str]:
    yield from seen(page, {"teams": "/teams", "team without projects": team.empty, "team": team.full})
    pages = ("members", "tokens", "settings", "audit", "links", "webhooks", "import")
    yield from seen(page, {f"team, {name}": f"{team.full}/{name}" for name in pages})
    yield from seen(page, {f"empty team, {name}": f"{team.empty}/{name}" for name in pages})
    page.goto(f"{team.empty}/settings")
    page.get_by_label("Type the name of the team").fill("another")
    page.get_by_role("button", name="Delete").click()
    yield "team, wrong name"
    page.goto(f"{team.empty}/members")
    page.get_by_role("button", name="Make a link").click()
    yield "team, invited"
    page.goto(f"{team.empty}/members")
    page.get_by_role("button", name="Leave").click()
    yield "team, last owner"
    page.goto(f"{team.empty}/tokens")
    page.get_by_label("What it is for").fill("Nightly")
    page.get_by_role("button", name="Make a token").click()
    yield "team, new token"
    page.goto(f"{team.empty}/tokens")
    page.get_by_role("button", name="Revoke").first.click()
    yield "team, token revoked"
    yield from seen(page, {"no such team": f"/t/{NOWHERE}", "no such project": f"/p/{NOWHERE}"})


@member_way
def project(page, team) -> Iterator[str]:
    yield from seen(page, {"project": team.project, "revision": f"{team.project}/revisions/2"})
    page.goto(team.project)
    page.locator("details > summary", has_text="hand in").click()
    yield "project, how to hand in"
    page.goto(f"{team.project}/revisions/1")
    yield "first revision"
    page.goto(f"{team.project}/stores")
    yield "stores"
    page.locator("ul.rows a").last.click()
    yield "store"
    page.goto(f"{team.project}/notes")
    yield "notes"
    page.get_by_label("Its name").fill("nothing of this name")
    page.get_by_label("What there is to say").fill("Something")
    page.get_by_role("button", name="Write").click()
    yield "notes, wrong name"
    yield from seen(page, {"deployment": f"{team.project}/deployment", "project, settings": f"{team.project}/settings"})
    page.get_by_label("Type the name of the project").fill("another")
    page.get_by_role("button", name="Delete").click()
    yield "project, wrong name"
    yield from seen(page, {"revision, delete": f"{team.project}/revisions/1/delete"})
    pages = {"": "", " stores": "/stores", " lag": "/lag", " notes": "/notes", " deployment": "/deployment"}
    yield from seen(page, {f"new project,{name}": team.new_project + path for name, path in pages.items()})


@member_way
def search(page, team) -> Iterator[str]:
    yield from seen(
        page, {"search": "/search", "search, topic": "/search?q=order-counts", "search, text": "/search?q=or"}
    )
    yield from seen(page, {"search, nothing": "/search?q=no+such+thing&in=store"})
    yield from seen(page, {"program that stays": f"/a/{team.analysis}/delete"})


@member_way
def keeping(page, team) -> Iterator[str]:
    page.goto(f"/a/{team.analysis}")
    ready(page)
    yield "program of a team"
    page.get_by_label("More", exact=True).click()
    page.get_by_role("button", name="Keep in a project").click()
    page.get_by_role("dialog").wait_for()
    yield "keep in a project"


@reader_way
def entrance(page, team) -> Iterator[str]:
    pages = {
        "sign in": "/account/login/", "sign up": "/account/signup/", "reset": "/account/password/reset/",
        "reset, sent": "/account/password/reset/done/", "reset, too late": "/account/password/reset/key/1-none/",
        "confirm, too late": "/account/confirm-email/none/", "closed account": "/account/inactive/",
        "invitation": team.invitation, "invitation, over": "/invitations/none", "sign out": "/account/logout/",
    }  # fmt: skip
    yield from seen(page, pages)
    page.goto("/account/signup/")
    page.get_by_label("E-mail address").fill("eve@example.com")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Sign up").click()
    page.locator(".errorlist").first.wait_for()
    yield "sign up, too short a password"


@reader_way
def documents(page, team) -> Iterator[str]:
    pages = {
        "help": "/help/", "words": "/help/terms", "formats": "/help/formats", "API": "/api/v1/docs/",
        "health": "/health", "nothing there": "/nowhere", "link, over": "/s/nothing",
        "program of others": f"/a/{team.analysis}", "links of a visitor": "/links",
    }  # fmt: skip
    yield from seen(page, pages)
