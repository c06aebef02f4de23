"""What holds of every folded picture holds of all that was recorded."""

from itertools import chain, islice

import pytest

from tests.engine.syntax.dump_forms import recorded_dumps
from tests.oracle.check import ask_engine
from tests.oracle.programs import find_programs
from tests.rendering.cards.check import pictures_of, places_broken, topologies_of_dump
from tests.rendering.cards.invariants import broken
from tests.rendering.cards.made_up import made_up
from topoviz.rendering.picture import Picture
from topoviz.rendering.plan_picture import draw_plan

NEWEST = "4.3.1"
LARGE = 3_000
"""Characters of a dump that is large among those recorded; all of these are folded, and of the others one in six."""
PLANS = [program for program in find_programs() if program.exists_at(NEWEST)][::20]


def test_recorded_topologies_are_folded_without_losing_anything():
    dumps = [dump for number, dump in enumerate(recorded_dumps(NEWEST)) if len(dump) > LARGE or number % 6 == 0]
    wrong = {}
    for dump in dumps:
        for view, picture in chain.from_iterable(map(pictures_of, topologies_of_dump(dump))):
            if found := list(broken(picture, most_opened=5)):
                wrong[dump, view] = found

    assert wrong == {}


def test_recorded_topologies_are_placed_with_nothing_over_anything_else():
    wrong = {}
    for dump in islice(recorded_dumps(NEWEST), None, None, 12):
        for topology in topologies_of_dump(dump):
            view, picture = next(pictures_of(topology))
            if found := list(places_broken(picture)):
                wrong[dump, view] = found

    assert wrong == {}


@pytest.mark.parametrize("program", PLANS, ids=lambda program: program.key)
def test_a_plan_is_folded_without_losing_anything(program):
    for topology in ask_engine(program, NEWEST, "all").topologies:
        for optimized in [topology.optimized] if topology.optimized is not None else []:
            assert list(broken(draw_plan(optimized.before, "Plan"))) == []
            assert list(broken(draw_plan(optimized.plan, "Plan"))) == []


def test_whatever_is_linked_with_whatever_nothing_is_lost():
    assert {seed: found for seed in range(60) if (found := list(broken(made_up(seed), most_opened=8)))} == {}


def test_a_picture_of_nothing_folds_to_nothing():
    assert list(broken(Picture("", "", ()))) == []
