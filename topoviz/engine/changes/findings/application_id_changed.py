"""Another application id: another group with topics and directories of its own."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.explanations.wording import code


def find_changed_application_id(compared: Compared) -> Iterator[Finding]:
    """Find that the new version is a new application for the brokers, whatever else stays."""
    before, now = compared.old.analyzed.application_id, compared.new.analyzed.application_id
    if before is None or now is None or before == now:
        return
    yield Finding(
        "application-id-changed",
        Level.STATE_LOSS,
        f"The application id is {code(now)} in place of {code(before)}.",
        "The id is the name of the group and begins the names of internal topics, directories and transactions: "
        f"{code(now)} starts without state and without committed offsets, and everything of {code(before)} stays "
        "behind.",
        f"Keep {code(before)}, or let the new application read the input from its beginning and delete what "
        f"{code(before)} had.",
        "StreamsConfig: application.id",
        (before,),
        (now,),
    )
