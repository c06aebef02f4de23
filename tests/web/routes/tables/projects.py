"""Projects, their revisions, and what is found in them."""

from tests.web.routes.model import (
    API_MAKE,
    API_OPEN,
    API_OWN,
    API_READ,
    API_WRITE,
    Gets,
    Role,
    Table,
    delete,
    get,
    patch,
    post,
)

NO_VISITORS = {Role.ANONYMOUS: Gets.FORBIDDEN, Role.OTHER_SESSION: Gets.FORBIDDEN}

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
    "api-revision": (get(API_READ),),
}
