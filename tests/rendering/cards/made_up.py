"""Pictures that nobody would write, the same for the same seed: rules must lose nothing in them either."""

import random

from topoviz.rendering.picture import Box, Group, Kind, Picture, Tie

_STEPS = (Kind.SOURCE, Kind.SINK, Kind.STATEFUL, Kind.KEY_CHANGING, *3 * (Kind.STATELESS,))
_TITLES = ("map", "filter", "peek", "branch", "join")


def made_up(seed: int) -> Picture:
    """Make a picture of up to six sub-topologies with flows, circles, topics and stores at random."""
    chance = random.Random(seed)  # noqa: S311  # no secret
    nodes: list[Box] = []
    ties: list[Tie] = []
    groups = range(chance.randint(1, 6))
    for index in range(chance.randint(1, 60)):
        group = chance.choice(groups)
        above = [one for one in nodes if one.group == group and one.kind is not Kind.SINK]
        kind = chance.choice(_STEPS) if above else Kind.SOURCE
        node = Box(
            f"r{index}", kind, chance.choice(_TITLES), chance.choice(("", f"#{index}")), data_node=index, group=group,
            is_unsure=chance.random() < 0.05, changes_key=kind is Kind.KEY_CHANGING,
        )  # fmt: skip
        nodes.append(node)
        if kind is not Kind.SOURCE:
            # Most steps follow the one before them, so that there are runs.
            ups = [above[-1]] if chance.random() < 0.6 else chance.sample(above, min(len(above), 2))
            ties += [Tie(up.key, node.key) for up in ups]
            ties += [Tie(node.key, chance.choice(above).key)] if chance.random() < 0.02 else []
    boxes = list(nodes)
    for number in range(chance.randint(0, 8)):
        users = chance.sample(nodes, min(len(nodes), chance.randint(0, 4)))
        group_of_store = users[0].group if users else None
        boxes.append(Box(f"s{number}", Kind.STORE, f"store {number}", data_store=number, group=group_of_store))
        ties += [Tie(user.key, f"s{number}", uses=True, writes=chance.random() < 0.4, reads=chance.random() < 0.4)
                 for user in users]  # fmt: skip
    for number in range(chance.randint(0, 10)):
        kind = chance.choice((Kind.TOPIC, Kind.REPARTITION))
        boxes.append(Box(f"t{number}", kind, f"topic {number}", data_topic=number))
        for node in nodes:
            if chance.random() < 0.2:
                ties += [Tie(f"t{number}", node.key)] if node.kind is Kind.SOURCE else []
                ties += [Tie(node.key, f"t{number}")] if node.kind is Kind.SINK else []
    frames = tuple(Group(group, f"Sub-topology {group}") for group in groups)
    return Picture("", "", tuple(boxes), tuple(dict.fromkeys(ties)), frames)
