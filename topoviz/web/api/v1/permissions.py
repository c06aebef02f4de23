"""What a caller may do at all; whose things a caller sees is decided by each query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from topoviz.web.accounts.callers import Caller

if TYPE_CHECKING:
    # Views import this module, by way of the settings.
    from rest_framework.views import APIView


class MayWrite(BasePermission):
    """Reading is open to every member; the rest needs the right to write.

    Who is in no team at all goes on: there is nothing that they would find, and no place for something new.
    """

    message = "You may read here, but not write."

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Tell whether the request may go on."""
        if request.method in SAFE_METHODS:
            return True
        return isinstance(request.auth, Caller) and (request.auth.can_write or request.auth.team is None)
