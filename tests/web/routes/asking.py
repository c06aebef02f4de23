"""Asks an address as somebody, and says what came of it."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponseBase
from django.test import Client
from django.urls import get_resolver, reverse
from django.urls.resolvers import URLPattern, URLResolver

from tests.web.routes.model import DEAD, STRANGERS, Call, Gets, Role
from tests.web.routes.world import SECRET, World
from topoviz.web.rates.counting import forget

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
OF_STATUS = {401: Gets.REFUSED, 403: Gets.FORBIDDEN, 404: Gets.NOTHING, 422: Gets.INVALID}
READING = ("SELECT ", "SAVEPOINT ", "RELEASE SAVEPOINT ", "ROLLBACK TO SAVEPOINT ")
VOLATILE = ("last_login", "last_used")
NOT_OURS = ("sessions", "contenttypes", "auth", "sites")

Rows = dict[tuple[str, Any], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Route:
    """An address of the URL configuration: its full name, and the names of the parts that are filled in."""

    name: str
    address: str
    parts: tuple[str, ...]


def routes(resolver: URLResolver | None = None, before: str = "", space: str = "") -> Iterator[Route]:
    """Give every address of the product; one without a name is given as its address."""
    for one in (resolver or get_resolver()).url_patterns:
        address = before + str(one.pattern)
        if isinstance(one, URLResolver):
            inner = f"{space}{one.namespace}:" if one.namespace else space
            yield from routes(one, address, inner)
        elif isinstance(one, URLPattern):
            name = f"{space}{one.name}" if one.name else address
            yield Route(name, address, tuple(one.pattern.regex.groupindex))


def send(world: World, client: Client, route: Route, call: Call, *, is_of_nothing: bool = False) -> HttpResponseBase:
    """Ask as a client, as if it were the first request of all; `is_of_nothing` asks for things that are not there."""
    cookies = deepcopy(client.cookies)
    cache.clear()
    forget()
    given = {part: call.values[part](world) if part in call.values else world.values[part] for part in route.parts}
    if is_of_nothing:
        given = {part: uuid.uuid4() if isinstance(value, uuid.UUID) else value for part, value in given.items()}
    query = call.query(world) if callable(call.query) else call.query
    address = address_of(route, given) + (f"?{query}" if query else "")
    options: dict[str, Any] = {"headers": dict(call.headers)} if call.headers else {}
    if call.sent is not None:
        options["data"] = call.sent(world)
    if call.method not in ("GET", "DELETE") and not call.is_form:
        options["content_type"] = call.headers.get("Content-Type", "application/json")
    answer = getattr(client, call.method.lower())(address, **options)
    # Whoever has signed out is signed in again for the next request.
    client.cookies = cookies
    return answer


def address_of(route: Route, given: dict[str, Any]) -> str:
    """Fill in an address; those of Django's admin that have no name are filled in as they are written."""
    if route.name != route.address:
        return reverse(route.name, kwargs=given)
    return "/" + re.sub(
        r"<\w+:(\w+)>|\(\?P<(\w+)>.*?\)\$?", lambda found: str(given[found[1] or found[2]]), route.address
    )


def what_it_is(response: HttpResponseBase) -> Gets | str:
    """Say what somebody got."""
    status = response.status_code
    if status in (301, 302, 303) and "/account/login" in response.headers.get("Location", ""):
        return Gets.LOGIN
    if status < 400:
        return Gets.YES
    return OF_STATUS.get(status, str(status))


def shows_a_secret(response: HttpResponseBase) -> bool:
    """Tell whether something of the team stands in an answer."""
    content = b"".join(response) if response.streaming else response.content
    return SECRET.encode() in content


@contextmanager
def noticed() -> Iterator[list[str]]:
    """Give the statements that are made inside and may change what is stored, as they come."""
    made: list[str] = []

    def notice(execute: Callable[..., Any], sql: str, *others: Any) -> Any:
        if not sql.startswith(READING):
            made.append(sql)
        return execute(sql, *others)

    with connection.execute_wrapper(notice):
        yield made


def rows() -> Rows:
    """Read everything that is stored, without what only says when somebody was here."""
    models = [one for one in apps.get_models() if one._meta.app_label not in NOT_OURS]
    return {
        (model._meta.label, row[model._meta.pk.attname]): {
            name: value for name, value in row.items() if name not in VOLATILE
        }
        for model in models
        for row in model._default_manager.values()
    }


def harm(before: Rows, after: Rows, world: World) -> list[str]:
    """Say what somebody changed who may change nothing of the team."""
    changed = [
        f"{key} was {'changed' if key in after else 'deleted'}" for key in before if after.get(key) != before[key]
    ]
    team = world.team.id
    return changed + [f"{key} was added" for key in after if key not in before and after[key].get("team_id") == team]


def is_stranger(role: Role) -> bool:
    """Tell whether somebody must not see what the team has."""
    return role in STRANGERS or role in DEAD
