"""What a verdict rests on without knowing it: facts of stores that a side does not say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.side import StoreFacts
from topoviz.engine.explanations.wording import code
from topoviz.engine.logical.nodes import StoreKind

_MOST_NAMED: Final = 3


def _lacks_times(store: StoreFacts) -> bool:
    if store.kind is StoreKind.VERSIONED:
        return store.history_retention is None
    known = store.settings
    return store.kind in (StoreKind.WINDOW, StoreKind.SESSION) and (
        known.retention is None or (known.windows is not None and known.window_size is None)
    )


def _lacks_serdes(store: StoreFacts) -> bool:
    return store.settings.key_serde is None or store.settings.value_serde is None


def _lacks_topic_settings(store: StoreFacts) -> bool:
    return store.is_logged is True and store.settings.log_config is None


_FACTS: Final[tuple[tuple[str, Callable[[StoreFacts], bool]], ...]] = (
    ("the size of the windows, or how long rows are kept, of", _lacks_times),
    ("the serdes of", _lacks_serdes),
    ("the settings of the changelogs of", _lacks_topic_settings),
)


def not_known(compared: Compared) -> tuple[str, ...]:
    """Say in sentences which facts of the stores that stay are not compared, and why."""
    if not compared.kept_stores or compared.is_same_text:
        return ()
    dumps = [which for side, which in ((compared.old, "old"), (compared.new, "new")) if side.is_dump]
    if dumps:
        whose = "both versions" if len(dumps) == 2 else f"the {dumps[0]} version"
        said = f"Of {whose} there is what `describe()` prints, which has no window sizes, retention, serdes, caches, "
        return (f"{said}formats or settings of topics: whether these change is not known.",)
    return tuple(_of_code(compared))


def _of_code(compared: Compared) -> Iterator[str]:
    for fact, lacks in _FACTS:
        names = [one.new.name for one in compared.kept_stores if lacks(one.old) or lacks(one.new)]
        if names:
            said = ", ".join(map(code, names[:_MOST_NAMED]))
            more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
            yield f"The text does not say {fact} {said}{more}: whether that changes is not known."
