"""Whole modules on the page: folders and archives, many files, and several applications."""

import pytest

from tests.e2e.bench import COUNT, drop, make_files, paste, wait_for_drawing

pytestmark = pytest.mark.xdist_group("browser")

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

APP = """import org.apache.kafka.streams.*;
class {name} {{
    public static void main(String[] args) {{
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(Topics.{topic}).to("{name}-out");
        new KafkaStreams(builder.build(), Settings.all()).start();
    }}
}}
"""
MODULE = {
    "src/main/java/shop/Orders.java": APP.format(name="Orders", topic="ORDERS"),
    "src/main/java/shop/Topics.java": 'class Topics { static final String ORDERS = "orders"; }',
    "src/test/java/shop/OrdersTest.java": APP.format(name="OrdersTest", topic="ORDERS"),
    "target/classes/application.yml": "a: 1",
    "README.md": "Orders",
}


def test_a_folder_takes_the_place_of_the_text_which_can_be_brought_back(open_page, tmp_path):
    page = open_page()
    paste(page, COUNT)
    wait_for_drawing(page, "order-counts")
    drop(page, make_files(tmp_path / "shop", MODULE))
    wait_for_drawing(page, "Orders-out")
    expect(page.locator(".opening")).to_contain_text("shop: 2 files. Left aside: 1 file of tests.")
    page.get_by_role("button", name="Bring back what was here").click()
    wait_for_drawing(page, "order-counts")
    expect(page.locator(".opening")).to_have_count(0)


def test_a_folder_of_nothing_says_what_to_choose(open_page, tmp_path):
    page = open_page()
    drop(page, make_files(tmp_path / "empty", {"a/README.md": "x"}))
    expect(page.get_by_role("alert")).to_contain_text("Nothing to read in empty")
    expect(page.get_by_role("alert")).to_contain_text("Choose the folder that holds src")
