"""Keys and names of the same things: people write names where pages write keys."""

from __future__ import annotations

from topoviz.engine.results import AnalyzedTopology
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.plan_picture import key_of
from topoviz.rendering.topology_picture import Scene
from topoviz.rendering.views import is_key


def keys_named(analyzed: AnalyzedTopology, name: str) -> tuple[str, ...]:
    """Give the keys of nodes, topics, stores and operators of a plan that have this name, in this order.

    What is no name of anything but looks like a key is that key. Raises Undrawable for anything else.
    """
    keys: list[str] = []
    if analyzed.topology is not None:
        scene = Scene(analyzed, analyzed.topology)
        keys += [f"r{index}" for node, index in scene.index_of.items() if node == name]
        keys += [key for topic, key in scene.topic_keys.items() if topic.text == name]
        keys += [key for store, key in scene.store_keys.items() if store == name]
    if analyzed.optimized is not None:
        plans = (analyzed.optimized.before, analyzed.optimized.plan)
        nodes = dict.fromkeys(node.id for plan in plans for node in plan.in_order() if node.name == name)
        keys += [key_of(node) for node in nodes]
    if keys:
        return tuple(keys)
    if is_key(name):
        return (name,)
    raise Undrawable(f"There is no node, topic or store named {name}. topoviz describe prints all names.")


def name_of(analyzed: AnalyzedTopology, key: str) -> str:
    """Give the name of what has this key, or the key where nothing has it."""
    if analyzed.topology is not None:
        scene = Scene(analyzed, analyzed.topology)
        named = {f"r{index}": node for node, index in scene.index_of.items()}
        named |= {key: topic.text for topic, key in scene.topic_keys.items()}
        named |= {key: store for store, key in scene.store_keys.items()}
        if key in named:
            return named[key]
    if analyzed.optimized is not None:
        plans = (analyzed.optimized.before, analyzed.optimized.plan)
        return next((node.name for plan in plans for node in plan.in_order() if key_of(node.id) == key), key)
    return key
