"""Tokens: an editor looks after their own, an owner after all, and a token after none."""

from tests.web.routes.model import Gets, Role, Table, api, delete, form, get, page, post

F, N, Y = Gets.FORBIDDEN, Gets.NOTHING, Gets.YES
NOT_SIGNED_IN = {Role.ANONYMOUS: Gets.REFUSED, Role.OTHER_SESSION: Gets.REFUSED}

LIST = api(Y, viewer=Y, editor=Y, owner=Y, read=F, write=F, project=F) | NOT_SIGNED_IN
MAKE = api(Y, viewer=F, editor=Y, owner=Y, read=F, write=F, project=F) | NOT_SIGNED_IN | {Role.REMOVED: F}
OF_AN_OWNER = api(N, viewer=N, editor=N, owner=Y, read=F, write=F, project=F) | NOT_SIGNED_IN
TAKEN_BACK = OF_AN_OWNER | {Role.VIEWER: F}

OF_TEAM = page(Gets.LOGIN, outsider=N, viewer=F, editor=Y, owner=Y)
OF_TEAMS_OWNER = OF_TEAM | {Role.EDITOR: N}

TOKENS: Table = {
    "team-tokens": (
        get(OF_TEAM),
        form(OF_TEAM, lambda world: {"name": "CI", "scope": "write", "project": "everything", "days": "90"}),
    ),
    "team-revoke-token": (form(OF_TEAMS_OWNER),),
    "api-tokens": (get(LIST), post(MAKE, lambda world: {"name": "CI"})),
    "api-token": (get(OF_AN_OWNER), delete(TAKEN_BACK)),
}
