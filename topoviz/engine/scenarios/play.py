"""Plays a scenario: events and the group's own doings in the order of time, each with all that follows from it.

Same in, same out: what Kafka draws at random is drawn from the seed, and no clock is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from topoviz.engine.scenarios.assumptions import assumptions_of
from topoviz.engine.scenarios.bad_scenario import BadScenario
from topoviz.engine.scenarios.events.event import BadEvent, When
from topoviz.engine.scenarios.group import Cause, Why
from topoviz.engine.scenarios.model import MOST_REBALANCES, Played, Scenario
from topoviz.engine.scenarios.playing.ending import tell_end
from topoviz.engine.scenarios.playing.live import Live, let_run, open_scenario
from topoviz.engine.scenarios.playing.plan import Due
from topoviz.engine.scenarios.playing.rebalances import do_rebalance, give_back, request_rebalance
from topoviz.engine.scenarios.playing.stage import LiveStage
from topoviz.engine.scenarios.recorded import totals_of
from topoviz.engine.scenarios.restoring import is_filling, next_whole, pass_time
from topoviz.engine.scenarios.topics import Topics

_LONGEST_AFTER_MS: Final = 86_400_000
"""How long after its last event a scenario is followed: a day."""


Progress = Callable[[int, int], None]
"""Is called again and again with how many steps and rebalances there are so far."""


def play(scenario: Scenario, topics: Topics, progress: Progress = lambda _steps, _rebalances: None) -> Played:
    """Work out a scenario; raises BadScenario for an event that cannot happen then, and NoSuchAssignor."""
    live = open_scenario(scenario, topics)
    if scenario.is_running:
        let_run(live, scenario.cluster.clients)
    while _go_on(live):
        progress(len(live.steps), live.rebalances)
    tell_end(live)
    return _played(live)


def _go_on(live: Live) -> bool:
    """Do what comes next; False when nothing comes any more."""
    if live.refusal is not None or live.is_cut_off:
        return False
    moment = _next_moment(live)
    if moment is None:
        return _rest(live)
    if moment > live.plan.last_ms + _LONGEST_AFTER_MS or live.rebalances >= MOST_REBALANCES:
        _cut_off(live)
        return False
    _pass_to(live, moment)
    planned, due = live.plan.next_ms(), live.group.due()
    if planned is not None and planned <= moment:
        _happen(live, live.plan.take())
    elif due is not None and due <= moment:
        _coordinate(live)
    elif live.probing is not None and live.probing[0] <= moment:
        _probe(live, live.probing[1])
    return True


def _next_moment(live: Live) -> int | None:
    times = (live.plan.next_ms(), live.group.due(), None if live.probing is None else live.probing[0])
    known = [time for time in times if time is not None]
    if known:
        return max(min(known), live.now)
    span = next_whole(live.clients.values(), live.changelogs, live.restoring)
    return None if span is None else live.now + span


def _rest(live: Live) -> bool:
    """Let happen what waits for rest; copies that are filled and never get there are no rest."""
    if live.plan.waiting and is_filling(live.clients.values(), live.changelogs, live.restoring):
        _cut_off(live)
        return False
    return live.plan.rest(live.now)


def _cut_off(live: Live) -> None:
    """Follow the scenario no longer; where events wait for rest, the day in which it did not come is over."""
    live.is_cut_off = True
    if live.plan.waiting and live.rebalances < MOST_REBALANCES:
        _pass_to(live, live.plan.last_ms + _LONGEST_AFTER_MS)


def _pass_to(live: Live, moment: int) -> None:
    """Let time pass; under the eager protocol nobody restores while a rebalance is under way."""
    if live.behaviours.has("cooperates") or live.group.preparing is None:
        pass_time(live.clients.values(), live.changelogs, live.restoring, live.now, moment)
    live.now = max(live.now, moment)
    if not live.plan.due and live.group.due() is None and live.probing is None:
        live.changed_ms = live.now


def _happen(live: Live, due: Due) -> None:
    said = len(live.steps)
    live.line = due.line
    try:
        due.happening.happen(LiveStage(live))
    except BadEvent as error:
        raise BadScenario(due.line, str(error)) from error
    if len(live.steps) == said:
        return
    live.show_clients()
    if due.event is not None and due.event.when is When.REST and not live.steps[-1].cause:
        live.steps[-1].cause = "Nothing changes any more after what came before."


def _coordinate(live: Live) -> None:
    """Let sessions end, or a rebalance that has all its members."""
    if live.group.expired(live.now):
        give_back(live)
        return
    if live.group.preparing is None or live.group.completes() > live.now:
        return
    done = live.group.complete(live.now)
    if done is not None:
        do_rebalance(live, done)


def _probe(live: Live, key: str) -> None:
    live.probing = None
    if key in live.group.members:
        request_rebalance(live, Cause(Why.PROBING), frozenset((key,)))


def _played(live: Live) -> Played:
    is_stable = live.refusal is None and not live.is_cut_off
    size = live.scenario.rate.record_bytes
    return Played(
        live.scenario,
        tuple(step.closed(size) for step in live.steps),
        live.refusal,
        totals_of(live.steps, size, live.changed_ms if is_stable else None, live.now),
        assumptions_of(live.scenario, live.behaviours),
        tuple(live.doubts),
        tuple(live.warnings),
    )
