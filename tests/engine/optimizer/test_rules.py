"""What holds for every optimizer rule."""

import pytest

from tests.engine.analyzing import NEW, OLD, behaviours
from tests.engine.optimizer.cases import FOLDER, cases_of, fixture_of
from topoviz.engine.optimizer.config import NONE, parse_optimization
from topoviz.engine.optimizer.optimizer import RULES, rules_for
from topoviz.engine.optimizer.rule import Rule


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_has_a_title_an_explanation_and_cases(rule: Rule):
    titles = [case.title for case in cases_of(rule)]

    assert rule.title
    assert not rule.title.endswith(".")
    assert rule.explanation.endswith(".")
    assert len(titles) == len(set(titles)) > 4


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_has_cases_that_it_leaves_alone(rule: Rule):
    assert any(case.expected.startswith(("unchanged", "does not run")) for case in cases_of(rule))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_stands_in_the_file_of_its_name(rule: Rule):
    assert rule.apply.__module__.rpartition(".")[2] == rule.name


def test_every_fixture_belongs_to_a_rule():
    assert set(FOLDER.glob("*.txt")) == {fixture_of(rule) for rule in RULES}


def test_the_newest_version_runs_all_rules_in_order():
    assert rules_for(behaviours(NEW), parse_optimization("all", behaviours(NEW))) == RULES


def test_without_optimization_only_the_rules_run_that_cannot_be_switched():
    names = [rule.name for rule in rules_for(behaviours(NEW), NONE)]

    assert names == ["merge_duplicate_sources", "filter_null_keys_before_repartition"]


def test_an_old_version_runs_the_rules_it_had():
    names = [rule.name for rule in rules_for(behaviours(OLD), parse_optimization("all", behaviours(OLD)))]

    assert names == ["reuse_ktable_source_topics", "merge_repartition_topics"]
