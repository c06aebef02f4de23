"""What is behind a share link: whoever has the link sees what it shows, and nothing more."""

from urllib.parse import urlencode

from tests.web.routes.model import (
    API_OPEN,
    API_WRITE,
    PAGE_OPEN,
    Call,
    Gets,
    Table,
    delete,
    form,
    get,
    page,
    post,
)
from topoviz.rendering.forms.model import Form
from topoviz.web.documents.comparisons import CHANGE_FILES

PAGE_NOTHING = page(Gets.NOTHING, outsider=Gets.NOTHING, viewer=Gets.NOTHING, editor=Gets.NOTHING, owner=Gets.NOTHING)
PAGE_FORBIDDEN = dict.fromkeys(PAGE_NOTHING, Gets.FORBIDDEN)

COMPARISON = {"token": lambda world: world.comparison_token}
ASSIGNMENT = {"token": lambda world: world.assignment_token}
SIMULATION = {"token": lambda world: world.simulation_token}
EVENT = {"event": lambda world: 0}
REVISION = {"token": lambda world: world.revision_token}
LATEST = {"token": lambda world: world.latest_token}
CLOSED = {"token": lambda world: world.closed_token}
REPORT = {"token": lambda world: world.report_token}


def behind_a_link(**options) -> Call:
    return get(PAGE_OPEN, shows=True, **options)


def closed(**options) -> Call:
    """Ask for something behind a link with a password: nobody gets it who has not said that."""
    return get(PAGE_NOTHING, values=CLOSED, **options)


def of_oembed(token):
    """Ask how a link of the world is embedded."""
    return lambda world: urlencode({"url": f"http://testserver/s/{getattr(world, token)}"})


def with_key(world):
    return {"url": f"/s/{world.share_token}", "delete_key": world.delete_key}


SHARING: Table = {
    "shared-page": (
        *(behind_a_link(values=one) for one in ({}, COMPARISON, REPORT, REVISION, LATEST)),
        # It asks for the password, and shows nothing.
        get(PAGE_OPEN, values=CLOSED, headers={"Accept": "text/html"}),
    ),
    "shared-password": (
        form(PAGE_OPEN, lambda world: {"password": world.link_password}, values=CLOSED),
        form(PAGE_FORBIDDEN, lambda world: {"password": "not this one"}, values=CLOSED),
    ),
    **{
        f"shared-{ending}": (behind_a_link(), behind_a_link(values=LATEST), closed())
        for ending in ("txt", "json", *Form)
    },
    "shared-analysis": (behind_a_link(), behind_a_link(values=LATEST), get(PAGE_FORBIDDEN, values=CLOSED)),
    **{f"shared-tasks-{one}": (behind_a_link(values=ASSIGNMENT), closed()) for one in (Form.SVG, Form.PNG)},
    **{
        f"shared-{what}": (behind_a_link(values=SIMULATION), get(PAGE_FORBIDDEN, values=CLOSED))
        for what in ("events", "trace", "records", "summary-md", "summary-txt")
    },
    "shared-event": (get(PAGE_OPEN, values=SIMULATION | EVENT), get(PAGE_FORBIDDEN, values=CLOSED | EVENT)),
    "shared-lanes": (get(PAGE_OPEN, values=SIMULATION), get(PAGE_FORBIDDEN, values=CLOSED)),
    **{
        f"shared-{what}": (behind_a_link(), behind_a_link(values=COMPARISON), behind_a_link(values=LATEST), closed())
        for what in ("badge", "card", "embed")
    },
    "oembed": (behind_a_link(query=of_oembed("share_token")), get(PAGE_NOTHING, query=of_oembed("closed_token"))),
    "shared-download": (behind_a_link(values=REPORT),),
    **{f"shared-comparison-{one}": (behind_a_link(values=COMPARISON),) for one in Form},
    **{f"shared-change-{ending}": (behind_a_link(values=COMPARISON),) for ending in CHANGE_FILES},
    "shared-delete": (form(PAGE_OPEN, lambda world: {"delete_key": world.delete_key}, shows=True),),
    "my-links": (get(PAGE_OPEN),),
    # Those of a team are revoked on its page.
    "revoke-my-link": (form(PAGE_NOTHING),),
    "api-share-links": (
        get(API_OPEN),
        post(API_WRITE, lambda world: {"analysis": str(world.analysis.id)}),
        post(API_WRITE, lambda world: {"project": str(world.project.id)}),
        post(API_WRITE, lambda world: {"project": str(world.project.id), "revision": 2}),
    ),
    "api-share-link": (delete(API_WRITE),),
    # Whoever has the key may, and a token that is not valid is not looked at.
    "api-delete-share-link": (post(PAGE_OPEN, with_key, shows=True),),
}
