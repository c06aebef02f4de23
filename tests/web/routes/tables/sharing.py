"""What is behind a share link: whoever has the link sees what it shows, and nothing more."""

from tests.web.routes.model import API_OPEN, API_WRITE, PAGE_OPEN, Call, Table, delete, form, get, post
from topoviz.rendering.forms.model import Form
from topoviz.web.documents.comparisons import CHANGE_FILES

COMPARISON = {"token": lambda world: world.comparison_token}
ASSIGNMENT = {"token": lambda world: world.assignment_token}
REPORT = {"token": lambda world: world.report_token}


def behind_a_link(**options) -> Call:
    return get(PAGE_OPEN, shows=True, **options)


def with_key(world):
    return {"url": f"/s/{world.share_token}", "delete_key": world.delete_key}


SHARING: Table = {
    "shared-page": (behind_a_link(), behind_a_link(values=COMPARISON), behind_a_link(values=REPORT)),
    **{f"shared-{ending}": (behind_a_link(),) for ending in ("txt", "json", *Form)},
    "shared-analysis": (behind_a_link(),),
    "shared-tasks": (behind_a_link(values=ASSIGNMENT),),
    "shared-download": (behind_a_link(values=REPORT),),
    **{f"shared-comparison-{one}": (behind_a_link(values=COMPARISON),) for one in Form},
    **{f"shared-change-{ending}": (behind_a_link(values=COMPARISON),) for ending in CHANGE_FILES},
    "shared-delete": (form(PAGE_OPEN, lambda world: {"delete_key": world.delete_key}, shows=True),),
    "api-share-links": (get(API_OPEN), post(API_WRITE, lambda world: {"analysis": str(world.analysis.id)})),
    "api-share-link": (delete(API_WRITE),),
    # Whoever has the key may, and a token that is not valid is not looked at.
    "api-delete-share-link": (post(PAGE_OPEN, with_key, shows=True),),
}
