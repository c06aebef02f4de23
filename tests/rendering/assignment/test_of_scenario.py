"""A picture of a step of a scenario shows who has what then, who does not run, and what the step changed."""

from functools import cache

import pytest

from tests.engine.analyzing import analysis_of
from tests.engine.scenarios.playing import COUNTS, STORY, answered
from tests.rendering.assignment.test_of_rebalance import rows
from topoviz.rendering.assignment.draw import cards_of, write_holding
from topoviz.rendering.assignment.of_scenario import holding_at, moments_of
from topoviz.rendering.assignment.views import parse_tasks_view
from topoviz.rendering.calculations import scenario
from topoviz.rendering.calculations.model import Asked, Kept
from topoviz.rendering.calculations.scenario import answer_scenario, draw_scenario
from topoviz.rendering.forms.model import Form
from topoviz.rendering.picture import Change, Undrawable
from topoviz.rendering.style import Theme
from topoviz.rendering.topology_picture import scene_of

ANALYSIS = analysis_of(COUNTS, version="4.3.1")
SCENE = scene_of(ANALYSIS.topologies[0])
START, FIRST, KILLED, WITHOUT_B, _, RESTARTED, BACK = range(7)
STATELESS = 'builder.stream("orders").to("copies");'
CLUSTER = "cluster: {clients: [{name: a}, {name: b}]}\n"


def asked(events, kept):
    """Ask what happens."""
    partitions = "orders=12\npayments=8"
    question = {"partitions": partitions, "events": events, "cluster": "", "settings": {}, "assignor": None}
    return Asked(ANALYSIS, question, kept=kept)


@cache
def story():
    """Give the moments of the story in which b dies and comes back with an empty disk."""
    return moments_of(answered(STORY, "4.3.1", COUNTS, "orders=12\npayments=8"))


def shown(view):
    """Give what a view of the story shows at once."""
    wanted = parse_tasks_view(view)
    return cards_of(SCENE, holding_at(story(), wanted.step), wanted)


def test_the_step_is_said_and_who_does_not_run_and_which_tasks_have_no_owner():
    notes = shown(f"tasks@{KILLED}").notes

    assert notes[0] == "0:10:00.0: b dies."
    assert "b does not run." in notes
    assert "Without an owner: 0_0, 0_3, 0_6, 0_9, 1_0, 1_3, 1_6." in notes
    assert "No task has an owner." in shown(f"tasks@{START}").notes


def test_a_client_that_does_not_run_keeps_its_place_as_a_card():
    cards = shown(f"tasks-threads@{WITHOUT_B}")

    [b] = [card for card in cards.cards if card.key == "c1"]
    assert (b.steps[0].title, b.steps[0].facts) == ("b", ("does not run",))
    assert [group.title for group in cards.groups] == ["a", "c"]
    assert cards.description == "2 clients with 8 stream threads."


def test_what_the_step_before_left_is_what_moves_are_marked_against():
    wanted = parse_tasks_view(f"tasks-moves@{KILLED}")
    gone = rows(SCENE, holding_at(story(), wanted.step), f"tasks-moves@{KILLED}")
    frames = {group.title: group.change for group in shown(f"tasks-moves@{KILLED}").groups}

    assert frames == {"a": Change.SAME, "b": Change.GONE, "c": Change.SAME}
    assert gone["b 4"] == ["0_9 to nobody", "0_10 standby", "1_1 standby"]
    assert "0_0 was standby here" in rows(SCENE, holding_at(story(), WITHOUT_B), "tasks-moves")["c 1"]


def test_a_rebalance_says_what_waits_and_how_far_copies_are():
    after = rows(SCENE, holding_at(story(), BACK), "tasks-threads")

    assert "0_2 waits for a" in after["c 1"]
    assert "0_0 standby, lags 43,650" in after["a 1"]
    assert after["b 1"] == ["0_0 warm-up"]


def test_without_a_step_the_last_one_is_shown_and_one_that_is_not_there_is_refused():
    assert holding_at(story(), None) == holding_at(story(), 21)
    with pytest.raises(Undrawable, match=r"There is no step 22\. The steps of this scenario are 0 to 21\."):
        holding_at(story(), 22)


@pytest.mark.parametrize("form", Form)
def test_every_form_shows_a_step(form):
    wanted = parse_tasks_view(f"tasks@{KILLED}")

    assert write_holding(SCENE, holding_at(story(), wanted.step), wanted, form, Theme.LIGHT)


def test_tasks_of_partitions_that_somebody_adds_are_in_the_picture_from_then_on():
    events = f"{CLUSTER}events:\n- {{at: 0s, start: all}}\n- {{at: 5m, partitions: {{orders: 3}}}}\n"
    moments = moments_of(answered(events, program=STATELESS, partitions="orders=2"))
    counts = [len(holding_at(moments, step).tasks.tasks) for step in range(len(moments.steps))]

    assert (counts[1], counts[-1]) == (2, 3)


def test_a_scenario_that_was_played_is_not_played_again_for_its_pictures(monkeypatch):
    kept = Kept(most=2)
    first, *others = (asked(STORY.replace("seed: 7", f"seed: {seed}"), kept) for seed in range(3))
    answer_scenario(first)
    played = []
    monkeypatch.setattr(scenario, "moments_of", lambda found: played.append(found) or moments_of(found))

    for step in range(3):
        draw_scenario(first, f"tasks-threads@{step}", Form.DOT, Theme.LIGHT)
    assert not played
    for question in (*others, first):
        draw_scenario(question, "tasks-threads@1", Form.DOT, Theme.LIGHT)
    assert (len(played), len(kept.found)) == (3, 2)
