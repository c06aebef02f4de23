"""The values of topology.optimization, as each version reads them."""

import pytest

from tests.engine.analyzing import NEW, OLD, behaviours
from topoviz.engine.optimizer.config import ALL, MERGE, REUSE, parse_optimization
from topoviz.engine.refusal import Refused


@pytest.mark.parametrize(
    ("version", "text", "rules"),
    [
        (NEW, "none", set()),
        (NEW, "all", set(ALL)),
        (NEW, REUSE, {REUSE}),
        (NEW, f"{REUSE},{MERGE}", {REUSE, MERGE}),
        (NEW, f"{REUSE} ,  {MERGE}", {REUSE, MERGE}),
        (OLD, "none", set()),
        (OLD, "all", {REUSE, MERGE}),
        ("3.3.2", "all", {REUSE, MERGE}),
        ("3.4.0", "all", set(ALL)),
    ],
)
def test_a_value_switches_rules_on(version: str, text: str, rules: set[str]):
    assert parse_optimization(text, behaviours(version)).rules == rules


@pytest.mark.parametrize(
    ("version", "text", "start"),
    [
        (NEW, "some", "ConfigException: Unrecognized config. Acceptable values are: "),
        (NEW, "ALL", "ConfigException: Unrecognized config."),
        (NEW, f"{REUSE},some", "ConfigException: Unrecognized config."),
        (NEW, f"all,{REUSE}", f'ConfigException: "all,{REUSE}" is not a valid optimization config. '),
        (NEW, f"none,{REUSE}", f'ConfigException: "none,{REUSE}" is not a valid optimization config. '),
        (OLD, REUSE, f"ConfigException: Invalid value {REUSE} for configuration topology.optimization: "),
        ("3.3.2", MERGE, f"ConfigException: Invalid value {MERGE} for configuration topology.optimization: "),
    ],
)
def test_any_other_value_is_refused_in_the_words_of_the_version(version: str, text: str, start: str):
    with pytest.raises(Refused) as refused:
        parse_optimization(text, behaviours(version))

    assert str(refused.value).startswith(start)
