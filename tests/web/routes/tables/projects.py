"""Projects, their revisions, and what is found in them."""

import io
import json
import zipfile

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.web.routes.model import (
    API_MAKE,
    API_OPEN,
    API_OWN,
    API_READ,
    API_WRITE,
    PAGE_OWN,
    PAGE_READ,
    PAGE_SIGNED_IN,
    PAGE_WRITE,
    Gets,
    Role,
    Table,
    delete,
    form,
    get,
    patch,
    post,
)
from tests.web.routes.tables.teams import of_team
from topoviz.web.projects.exporting import SCHEMA

NO_VISITORS = {Role.ANONYMOUS: Gets.FORBIDDEN, Role.OTHER_SESSION: Gets.FORBIDDEN}

TEAM_OWN = API_OWN | {Role.OTHER_PROJECT_TOKEN: Gets.FORBIDDEN}
"""What has to do with the whole team."""


READ, WRITE, OWN = of_team(PAGE_READ), of_team(PAGE_WRITE), of_team(PAGE_OWN)


def own_archive(world):
    """An archive with nothing in it."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("team.json", json.dumps({"schema": SCHEMA, "projects": [], "kept": []}))
    return {"archive": SimpleUploadedFile("team.zip", data.getvalue())}


PROJECTS: Table = {
    "api-projects": (
        get(API_OPEN),
        # A token of one project makes no others.
        post(
            API_MAKE | NO_VISITORS | dict.fromkeys((Role.PROJECT_TOKEN, Role.OTHER_PROJECT_TOKEN), Gets.FORBIDDEN),
            lambda world: {"name": "New"},
        ),
    ),
    "api-project": (
        get(API_READ),
        patch(API_WRITE, lambda world: {"name": "Another"}),
        delete(API_OWN | {Role.OTHER_PROJECT_TOKEN: Gets.NOTHING}),
    ),
    "api-revisions": (get(API_READ), post(API_WRITE, lambda world: {"analysis": str(world.analysis.id)})),
    "api-revision": (get(API_READ), delete(API_WRITE)),
    "api-deployment": (get(API_READ), patch(API_WRITE, lambda world: {"application_id": "shop"})),
    "api-stores": (get(API_READ),),
    "api-store": (get(API_READ, values={"name": lambda world: world.store}),),
    "api-lag-days": (get(API_READ),),
    "api-notes": (
        get(API_READ),
        post(API_WRITE, lambda world: {"sort": "store", "name": world.store, "text": "new"}),
    ),
    "api-note": (get(API_READ), patch(API_WRITE, lambda world: {"text": "other"}), delete(API_WRITE)),
    "api-search": (get(API_OPEN, query="q=a"),),
    "api-applications": (get(API_OPEN),),
    "project-page": (get(READ),),
    "revision-page": (get(READ),),
    "project-delete-revision": (get(WRITE), form(WRITE)),
    "project-deployment": (get(READ), form(WRITE, lambda world: {"application_id": "shop"})),
    "project-stores": (get(READ),),
    "project-lag-days": (get(READ),),
    "project-notes": (get(READ), form(WRITE, lambda world: {"sort": "store", "name": world.store, "text": "new"})),
    "project-delete-note": (form(WRITE),),
    "project-settings": (get(WRITE), form(WRITE, lambda world: {"name": "Another", "main_branch": "main"})),
    "project-share": (get(WRITE), form(WRITE, lambda world: {"shows": "latest"})),
    "project-archive": (form(WRITE, lambda world: {"archived": "1"}),),
    "project-delete": (form(OWN, lambda world: {"project_name": world.project.name}),),
    "search": (get(PAGE_SIGNED_IN, query="q=a"),),
    "team-export": (get(OWN),),
    "team-import": (get(OWN), form(OWN, own_archive)),
    "api-export": (get(TEAM_OWN),),
    "api-import": (form(TEAM_OWN, own_archive),),
}
