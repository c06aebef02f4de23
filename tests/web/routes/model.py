"""What a row of the table of routes says: how an address is asked, and what each kind of caller gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Role(StrEnum):
    """Who asks. All but the first four have to do with the team whose things are asked for."""

    ANONYMOUS = "anonymous"
    OTHER_SESSION = "other session"
    OUTSIDER = "outsider"
    REMOVED = "removed member"
    VIEWER = "viewer"
    EDITOR = "editor"
    OWNER = "owner"
    READ_TOKEN = "read token"
    WRITE_TOKEN = "write token"
    PROJECT_TOKEN = "project token"
    OTHER_PROJECT_TOKEN = "token of another project"
    REVOKED_TOKEN = "revoked token"
    EXPIRED_TOKEN = "expired token"


class Gets(StrEnum):
    """What comes of asking."""

    YES = "yes"
    LOGIN = "sign in"
    REFUSED = "401"
    FORBIDDEN = "403"
    NOTHING = "404"
    INVALID = "422"


STRANGERS = (Role.ANONYMOUS, Role.OTHER_SESSION, Role.OUTSIDER, Role.REMOVED)
DEAD = (Role.REVOKED_TOKEN, Role.EXPIRED_TOKEN)
TOKENS = (Role.READ_TOKEN, Role.WRITE_TOKEN, Role.PROJECT_TOKEN, Role.OTHER_PROJECT_TOKEN, *DEAD)

Access = Mapping[Role, Gets]


def api(strangers: Gets, *, viewer: Gets, editor: Gets, owner: Gets, read: Gets, write: Gets, project: Gets) -> Access:
    """Say who gets what of an address of the API.

    A token that is not valid any more is always refused, and one of another project finds nothing where a stranger does
    and one of the project finds something.
    """
    return {
        **dict.fromkeys(STRANGERS, strangers),
        Role.VIEWER: viewer,
        Role.EDITOR: editor,
        Role.OWNER: owner,
        Role.READ_TOKEN: read,
        Role.WRITE_TOKEN: write,
        Role.PROJECT_TOKEN: project,
        Role.OTHER_PROJECT_TOKEN: Gets.NOTHING if (strangers, project) == (Gets.NOTHING, Gets.YES) else project,
        **dict.fromkeys(DEAD, Gets.REFUSED),
    }


def page(
    anonymous: Gets, *, outsider: Gets, viewer: Gets, editor: Gets, owner: Gets, other_session: Gets | None = None
) -> Access:
    """Say who gets what of a page; pages know no tokens, so whoever shows one is nobody."""
    return {
        Role.ANONYMOUS: anonymous,
        Role.OTHER_SESSION: other_session or anonymous,
        Role.OUTSIDER: outsider,
        Role.REMOVED: outsider,
        Role.VIEWER: viewer,
        Role.EDITOR: editor,
        Role.OWNER: owner,
        **dict.fromkeys(TOKENS, anonymous),
    }


Y, N, F = Gets.YES, Gets.NOTHING, Gets.FORBIDDEN

API_OPEN = api(Y, viewer=Y, editor=Y, owner=Y, read=Y, write=Y, project=Y)
"""What is nobody's in particular."""

API_READ = api(N, viewer=Y, editor=Y, owner=Y, read=Y, write=Y, project=Y)
"""A thing of the team, which a token of its project opens too."""

API_WRITE = api(N, viewer=F, editor=Y, owner=Y, read=F, write=Y, project=Y)
"""A change of a thing of the team."""

API_OWN = api(N, viewer=F, editor=F, owner=Y, read=F, write=F, project=F)
"""What owners alone may do."""

API_MAKE = api(Y, viewer=F, editor=Y, owner=Y, read=F, write=Y, project=Y) | {Role.REMOVED: F}
"""Something new, which belongs to whoever makes it; who is in no team has no place for it."""

PAGE_OPEN = page(Y, outsider=Y, viewer=Y, editor=Y, owner=Y)
"""A page that is nobody's in particular."""

PAGE_READ = page(N, outsider=N, viewer=Y, editor=Y, owner=Y)
"""A page of a thing of the team."""

PAGE_WRITE = page(N, outsider=N, viewer=F, editor=Y, owner=Y)
"""A form that changes a thing of the team."""

PAGE_OWN = page(N, outsider=N, viewer=F, editor=F, owner=Y)
"""A page or a form for owners alone."""

PAGE_SIGNED_IN = page(Gets.LOGIN, outsider=Y, viewer=Y, editor=Y, owner=Y)
"""A page that shows what belongs to whoever is signed in."""


@dataclass(frozen=True, slots=True)
class Call:
    """One way to ask an address.

    `values` fills in the address where the usual things of the world are not meant. `sent` makes what is sent: a
    dictionary as JSON, or as a form where `is_form` says so. `shows` says that strangers may see what is inside, such
    as behind a share link.
    """

    method: str
    who: Access
    values: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    sent: Callable[[Any], Any] | None = None
    is_form: bool = False
    query: str | Callable[[Any], str] = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    shows: bool = False


Table = Mapping[str, tuple[Call, ...]]
"""The ways to ask each address, by the name that the URL configuration gives it."""


def get(who: Access, **options: Any) -> Call:
    """Look."""
    return Call("GET", who, **options)


def post(who: Access, sent: Callable[[Any], Any] | None = None, **options: Any) -> Call:
    """Send something."""
    return Call("POST", who, sent=sent, **options)


def form(who: Access, sent: Callable[[Any], Any] | None = None, **options: Any) -> Call:
    """Send a form."""
    return Call("POST", who, sent=sent or (lambda world: {}), is_form=True, **options)


def patch(who: Access, sent: Callable[[Any], Any] | None = None, **options: Any) -> Call:
    """Change something."""
    return Call("PATCH", who, sent=sent, **options)


def delete(who: Access, **options: Any) -> Call:
    """Delete something."""
    return Call("DELETE", who, **options)
