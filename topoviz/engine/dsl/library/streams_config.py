"""StreamsConfig, which checks the settings when it is made.

Kafka: StreamsConfig and ConfigDef#parse. Only what every program needs, and the switch that may refuse a topology, is
checked here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from topoviz.engine.dsl.library.properties import as_properties
from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.values import Constant, Value
from topoviz.engine.refusal import Refusal, Refused
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

NAMING: Final = "ensure.explicit.internal.resource.naming"
_REQUIRED: Final = ("application.id", "bootstrap.servers")


def streams_config(world: World, given: Value | None, span: Span) -> PropertiesValue:
    """Make `new StreamsConfig(settings)`; raises Refused for what is missing or certainly wrong."""
    settings = as_properties(given)
    for key in _REQUIRED:
        if settings.is_exact and key not in settings.entries:
            words = f'Missing required configuration "{key}" which has no default value.'
            raise Refused(Refusal("ConfigException", words), world.origin(span))
    naming = _text(settings, NAMING)
    if naming is not None and world.behaviours.has("may_refuse_implicit_names") and as_boolean(naming) is None:
        words = f"Invalid value {naming} for configuration {NAMING}: Expected value to be either true or false"
        raise Refused(Refusal("ConfigException", words), world.origin(span))
    return settings


def as_boolean(text: str) -> bool | None:
    """Read a boolean setting as ConfigDef does; None when it is none."""
    return {"true": True, "false": False}.get(text.strip().lower())


def _text(settings: PropertiesValue, key: str) -> str | None:
    value = settings.entries.get(key)
    return value.value if isinstance(value, Constant) and isinstance(value.value, str) else None
