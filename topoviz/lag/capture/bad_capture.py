"""Why a history cannot be taken from a cluster, said so that whoever takes it can act."""

from __future__ import annotations


class BadCapture(Exception):
    """The capture cannot begin or go on; the message is sentences with a next step."""


class NoLook(Exception):
    """The cluster could not be looked at, and may be the next time; the message is the reason, without a full stop."""


class NoGroup(NoLook):
    """The cluster has no such group, at this moment."""

    def __init__(self, group: str) -> None:
        """Say which."""
        super().__init__(f"the cluster has no group {group}")
        self.group = group


class NotAllowed(NoLook):
    """The user may not see it, at this moment: rights come and go too."""
