"""The ways in which a deployment is carried out, each with an application and topics of its own."""

from __future__ import annotations

from typing import Final

from tests.oracle.deployments.carrying_out import Application, Place
from tests.oracle.deployments.deployments import Deployed
from tests.oracle.deployments.meaning import COPIED, is_good_at_once
from tests.oracle.deployments.seen import Look

_STUCK: Final = 20.0
"""Seconds after which members of a mixed group will not run or read any more."""


class DoesNotWork(RuntimeError):
    """The old version does not read what is sent, so that nothing is learnt from the new one."""


def carry_out(deployed: Deployed, place: Place) -> dict[str, Look]:
    """Carry a deployment out in all ways that tell something about it."""
    looks = {**_the_same_again(deployed, place), **_all_at_once(deployed, place)}
    if "copied" in deployed.also:
        looks |= _copied(deployed, place)
    if "rolling" in deployed.also or is_good_at_once(deployed, looks):
        looks |= _rolling(deployed, place)
    return looks


def _before(deployed: Deployed, place: Place) -> Application:
    """Start the old version, and let it read what is sent."""
    application = Application(place, deployed)
    application.make_topics()
    application.start("old", deployed.old)
    application.send(deployed.sends)
    return application


def _the_same_again(deployed: Deployed, place: Place) -> dict[str, Look]:
    """Restart the old version without an edit: what it would have gone on with, and written."""
    application = _before(deployed, place)
    looks = {"before": application.look()}
    # A topic that only the new version reads is not read before.
    unread = [topic for topic in looks["before"].unread if f'"{topic}"' in deployed.old.text]
    if not looks["before"].runs or unread:
        raise DoesNotWork(f"The old version does not work: {looks['before']}")
    application.stop()
    application.put(deployed.left)
    application.start("old", deployed.old)
    application.wait_until_read()
    looks["the same again, started"] = application.look()
    application.send(deployed.then)
    looks["the same again, went on"] = application.look()
    application.stop()
    return looks


def _all_at_once(deployed: Deployed, place: Place) -> dict[str, Look]:
    """Stop all, start the new version; then without local state; then go back to the old version."""
    application = _before(deployed, place)
    application.look()
    application.stop()
    application.put(deployed.left)
    application.start("new", deployed.new)
    application.wait_until_read()
    looks = {"new, started": application.look()}
    application.send(deployed.then)
    looks["new, went on"] = application.look()
    has_started = looks["new, started"].runs
    application.stop()
    application.wipe()
    application.start("new", deployed.new)
    looks["new, without local state"] = application.look()
    application.stop()
    if has_started:
        application.start("old", deployed.old)
        looks["back to old"] = application.look()
        application.stop()
    return looks


def _copied(deployed: Deployed, place: Place) -> dict[str, Look]:
    """Copy the changelogs of stores that are called otherwise while all are stopped, and start the new version."""
    application = _before(deployed, place)
    application.look()
    application.stop()
    application.copy_changelogs(deployed.goes_on)
    application.wipe()
    application.start("new", deployed.new)
    looks = {COPIED: application.look()}
    application.stop()
    return looks


def _rolling(deployed: Deployed, place: Place) -> dict[str, Look]:
    """Let members of both versions work side by side; a streams group has no leader among them."""
    is_led = "streams" not in (deployed.old.protocol, deployed.new.protocol)
    if not is_led:
        return _side_by_side(deployed, place, "rolling", leads="old")
    return {
        **_side_by_side(deployed, place, "rolling, old leads", leads="old"),
        **_side_by_side(deployed, place, "rolling, new leads", leads="new"),
    }


def _side_by_side(deployed: Deployed, place: Place, name: str, *, leads: str) -> dict[str, Look]:
    application = _before(deployed, place)
    application.look()
    if leads == "new":
        application.stop()
        application.start("new", deployed.new, directory=2)
        application.start("old", deployed.old, seconds=_STUCK)
    else:
        application.start("new", deployed.new, directory=2, seconds=_STUCK)
    application.send(deployed.then, seconds=_STUCK)
    looks = {name: application.look(is_rolling=True)}
    application.stop("old")
    looks[f"{name}, then all new"] = application.look()
    application.stop()
    return looks
