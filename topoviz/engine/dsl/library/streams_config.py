"""StreamsConfig, which checks the settings when it is made.

Kafka: StreamsConfig and ConfigDef#parse. Only what every program needs, and the switch that may refuse a topology, is
checked here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from topoviz.engine.dsl.library.properties import as_properties
from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.values import Constant, Value, text_of
from topoviz.engine.refusal import Refusal, Refused, Why
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

NAMING: Final = "ensure.explicit.internal.resource.naming"
_OPTIMIZATION: Final = "topology.optimization"
_REQUIRED: Final = ("application.id", "bootstrap.servers")
_WHOLE_NUMBERS: Final = ("num.stream.threads", "num.standby.replicas", "replication.factor")


def streams_config(world: World, given: Value | None, span: Span) -> PropertiesValue:
    """Make `new StreamsConfig(settings)`; raises Refused for what is missing or certainly wrong."""
    settings = as_properties(given)
    for key in _REQUIRED:
        if settings.is_exact and key not in settings.entries:
            words = f'Missing required configuration "{key}" which has no default value.'
            raise Refused(Refusal(Why.SETTING_MISSING, "ConfigException", words, key), world.origin(span))
    for key in _WHOLE_NUMBERS:
        number = _text(settings, key)
        if number is not None and re.fullmatch(r"[+-]?[0-9]+", number.strip(), re.ASCII) is None:
            words = f"Invalid value {number} for configuration {key}: Not a number of type INT"
            raise Refused(Refusal(Why.ILLEGAL_SETTING, "ConfigException", words, key), world.origin(span))
    _check_optimization(world, settings, span)
    naming = _text(settings, NAMING)
    if naming is not None and world.behaviours.has("may_refuse_implicit_names") and as_boolean(naming) is None:
        words = f"Invalid value {naming} for configuration {NAMING}: Expected value to be either true or false"
        raise Refused(Refusal(Why.ILLEGAL_SETTING, "ConfigException", words, NAMING), world.origin(span))
    return settings


def _check_optimization(world: World, settings: PropertiesValue, span: Span) -> None:
    """Tell of a topology.optimization that StreamsConfig may not take, whatever the topology is built with."""
    value = settings.entries.get(_OPTIMIZATION)
    if not isinstance(value, Constant) or value.value in (None, "none", "all"):
        return
    reason = f"{_OPTIMIZATION} is set to {text_of(value)}, which StreamsConfig may not take."
    world.doubt("refused-setting", span, reason, "Kafka Streams ends the program here, unless that is caught.")


def as_boolean(text: str) -> bool | None:
    """Read a boolean setting as ConfigDef does; None when it is none."""
    return {"true": True, "false": False}.get(text.strip().lower())


def _text(settings: PropertiesValue, key: str) -> str | None:
    value = settings.entries.get(key)
    return value.value if isinstance(value, Constant) and isinstance(value.value, str) else None
