"""Submissions, what comes of them, and what is the same for everybody."""

from tests.web.routes.model import (
    API_MAKE,
    API_OPEN,
    API_READ,
    API_WRITE,
    PAGE_OPEN,
    Gets,
    Role,
    Table,
    delete,
    form,
    get,
    post,
)
from tests.web.routes.world import World
from topoviz.rendering.forms.model import Form

NEW = {"files": [{"name": "New.java", "text": 'builder.stream("new").to("b");'}]}


def archive(world: World):
    from django.core.files.uploadedfile import SimpleUploadedFile

    from tests.intake.archives import zipped

    return {"archive": SimpleUploadedFile("a.zip", zipped({"A.java": b"builder.stream(1)"}).getvalue())}


ALONE = {"analysis_id": lambda world: world.lone_analysis.id}
DELETE = API_WRITE | {Role.PROJECT_TOKEN: Gets.NOTHING}
"""Only what is no revision of a project can be deleted, and a token of a project finds nothing else."""

OF_NO_PROJECT = {Role.PROJECT_TOKEN: Gets.FORBIDDEN, Role.OTHER_PROJECT_TOKEN: Gets.FORBIDDEN}
"""What is made is no revision of a project."""

ANALYSES: Table = {
    "api-analyses": (get(API_OPEN), post(API_MAKE, lambda world: NEW)),
    "api-analysis": (get(API_READ), delete(DELETE, values=ALONE)),
    "api-cancel": (post(API_WRITE),),
    "api-topology-txt": (get(API_READ),),
    "api-topology-json": (get(API_READ),),
    **{f"api-topology-{one}": (get(API_READ, query="wait=0"),) for one in Form},
    "api-renamed": (post(API_WRITE | OF_NO_PROJECT, lambda world: {"analyses": [str(world.lone_analysis.id)]}),),
    "api-archives": (form(API_MAKE | {Role.REMOVED: Gets.YES}, archive),),
    "api-versions": (get(API_OPEN),),
    "api-examples": (get(API_OPEN),),
    # The description is for everybody, and looks at no token.
    "api-schema": (get(PAGE_OPEN),),
}
