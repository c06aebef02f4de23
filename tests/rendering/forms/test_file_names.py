"""Names of files say what is inside, in letters that every system takes."""

import pytest

from topoviz.rendering.forms.file_names import file_name, program_name, view_name
from topoviz.rendering.views import parse_view


@pytest.mark.parametrize(
    ("topology", "files", "name"),
    [
        (None, ["src/main/java/shop/OrderCounts.java"], "order-counts"),
        ("orders.txt", ["orders.txt"], "orders"),
        ("logs/2024/describe.log", ["logs/2024/describe.log"], "describe"),
        ("OrdersApp.build()", ["OrdersApp.java"], "orders-app"),
        ("OrdersApp.refunds()", ["OrdersApp.java"], "orders-app-refunds"),
        ("Überweisungen.buildTopology()", ["A.java"], "uberweisungen"),
        ("../../etc/passwd\r\nX: y", ["A.java"], "etc-passwd-x-y"),
        ("注文", ["注文.java"], "program"),
        (None, [], "program"),
        ("a" * 300, [], "a" * 60),
    ],
)
def test_a_program_has_the_name_of_its_topology_or_of_its_first_file(topology, files, name):
    assert program_name(topology, files) == name


@pytest.mark.parametrize(
    ("view", "name"),
    [
        ("topology", "topology"),
        ("sub-topology:4", "sub-topology-4"),
        ("before-after", "plan-before-after"),
        ("plan-optimized;whole", "plan-after-whole"),
        ("overview;open=r1;panel=wide", "overview"),
        ("around:t1:2", "around-order-counts"),
    ],
)
def test_a_view_has_a_name_for_what_is_drawn(view, name):
    assert view_name(parse_view(view), "order-counts") == name


def test_what_is_around_something_without_plain_letters_has_its_key():
    assert view_name(parse_view("around:t1:2"), "注文") == "around-t1"


def test_nothing_is_said_twice():
    assert file_name("orders", "topology", "svg") == "orders-topology.svg"
    assert file_name("orders-topology", "topology", "svg") == "orders-topology.svg"
    assert file_name("topology", "topology", "svg") == "topology.svg"
