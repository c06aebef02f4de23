"""The JSON of a change has the members that are described, and no others, all the way down."""

import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from tests.engine.changes.test_compare import COUNTED, side
from topoviz.engine.changes.compare import compare, compare_through
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.refused import refused_by
from topoviz.engine.tasks.reading_counts import read_partition_counts
from topoviz.rendering.changes import shapes
from topoviz.rendering.changes.change_json import change_to_json, refused_to_json

FILTERED = COUNTED.replace(".groupByKey", ".filter(p).groupByKey")
REFUSED = f'{COUNTED}builder.table("a");'


def differences(value: Any, shape: Any, where: str = "change"):
    """Name what is not as its shape says."""
    if get_origin(shape) is Annotated:
        shape = get_args(shape)[0]
    if is_typeddict(shape):
        members = get_type_hints(shape, include_extras=True)
        if not isinstance(value, dict):
            yield f"{where} is {value!r}"
            return
        yield from (f"{where}.{name} is not described" for name in value.keys() - members.keys())
        yield from (f"{where}.{name} is not there" for name in members.keys() - value.keys())
        for name in value.keys() & members.keys():
            assert get_args(members[name])[1:], f"{where}.{name} has no description"
            yield from differences(value[name], members[name], f"{where}.{name}")
    elif get_origin(shape) is list:
        assert isinstance(value, list)
        for one in value:
            yield from differences(one, get_args(shape)[0], f"{where}[]")
    elif get_origin(shape) in (Union, types.UnionType):
        found = [list(differences(value, one, where)) for one in get_args(shape)]
        if all(found):
            yield from found[0]
    elif get_origin(shape) is Literal:
        if value not in get_args(shape):
            yield f"{where} is {value!r}"
    elif shape is type(None):
        if value is not None:
            yield f"{where} is {value!r}"
    elif issubclass(shape, str) and shape is not str:
        if value not in set(shape):
            yield f"{where} is {value!r}"
    elif type(value) is not shape:
        yield f"{where} is {value!r}"


def changes():
    old, new = side(COUNTED), side(FILTERED, optimize="all")
    yield "counts", change_to_json(compare(old, new, Deployment("shop", counts=read_partition_counts("a=3"))))
    yield "through", change_to_json(compare_through(old, side(COUNTED, optimize="all"), new, Deployment()))
    refused = side(REFUSED)
    finding = refused_by(refused)
    assert finding is not None
    yield "refused", refused_to_json(old, refused, Deployment(), finding)


@pytest.mark.parametrize("document", [one for _, one in changes()], ids=[name for name, _ in changes()])
def test_a_change_is_what_its_shape_says(document):
    assert sorted(set(differences(document, shapes.Change))) == []
