"""Webhooks: owners alone look after them, and no token does."""

from tests.web.routes.model import Gets, Role, Table, api, delete, form, get, page, patch, post

F, N, Y = Gets.FORBIDDEN, Gets.NOTHING, Gets.YES
NOT_SIGNED_IN = {Role.ANONYMOUS: Gets.REFUSED, Role.OTHER_SESSION: Gets.REFUSED}

LIST = api(Y, viewer=Y, editor=Y, owner=Y, read=F, write=F, project=F) | NOT_SIGNED_IN
MAKE = api(Y, viewer=F, editor=F, owner=Y, read=F, write=F, project=F) | NOT_SIGNED_IN | {Role.REMOVED: F}
SEE = api(N, viewer=N, editor=N, owner=Y, read=F, write=F, project=F) | NOT_SIGNED_IN
CHANGE = SEE | {Role.VIEWER: F}
OF_TEAM = page(Gets.LOGIN, outsider=N, viewer=F, editor=F, owner=Y)

HOOK = {"name": "chat", "kind": "slack", "address": "https://example.org/x", "level": "note", "branches": "main"}


WEBHOOKS: Table = {
    "team-webhooks": (get(OF_TEAM), form(OF_TEAM, lambda world: {**HOOK, "project": "everything"})),
    "team-webhook": (get(OF_TEAM), form(OF_TEAM, lambda world: {**HOOK, "project": "everything"})),
    "team-webhook-test": (form(OF_TEAM),),
    "team-webhook-secret": (form(OF_TEAM),),
    "team-webhook-switch": (form(OF_TEAM, lambda world: {"to": "off"}),),
    "team-webhook-delete": (form(OF_TEAM),),
    "team-webhook-send-again": (form(OF_TEAM),),
    "api-webhooks": (get(LIST), post(MAKE, lambda world: HOOK)),
    "api-webhook": (get(SEE), patch(CHANGE, lambda world: {"name": "other"}), delete(CHANGE)),
    "api-webhook-secret": (post(CHANGE),),
    "api-webhook-test": (post(CHANGE),),
    "api-deliveries": (get(SEE),),
    "api-send-again": (post(CHANGE),),
}
