"""Whole modules on the page: folders and archives, many files, and several applications."""

import re
import shutil

import pytest

from tests.e2e.bench import drawn, drop, make_files, wait_for_drawing

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
    page = drawn(open_page)
    page.get_by_role("tab", name="Why").click()
    drop(page, make_files(tmp_path / "shop", MODULE))
    wait_for_drawing(page, "Orders-out")
    expect(page.locator(".opening")).to_contain_text("shop: 2 files. Not read: 1 file of tests.")
    expect(page).to_have_url(re.compile(r"[^/]/$"))
    page.get_by_role("button", name="Bring back what was here").click()
    wait_for_drawing(page, "order-counts")
    expect(page.locator(".opening")).to_have_count(0)


def test_an_archive_is_opened_as_a_folder_is(open_page, tmp_path):
    make_files(tmp_path / "shop", MODULE)
    archive = shutil.make_archive(str(tmp_path / "shop"), "zip", tmp_path, "shop")
    page = open_page()
    page.get_by_label("Files or an archive", exact=True).set_input_files(archive)
    wait_for_drawing(page, "Orders-out")
    expect(page.locator(".opening")).to_contain_text("shop.zip: 2 files. Not read: 1 file of tests.")


def test_a_folder_of_nothing_says_what_to_choose(open_page, tmp_path):
    page = open_page()
    drop(page, make_files(tmp_path / "empty", {"a/README.md": "x"}))
    expect(page.get_by_role("alert")).to_contain_text("Nothing to read in empty")
    expect(page.get_by_role("alert")).to_contain_text("Choose the folder that holds src")


MANY = {
    **{
        f"bank/src/main/java/bank/Helper{number}.java": f"package bank; class Helper{number} {{ }}"
        for number in range(6)
    },
    "bank/pom.xml": "<project/>",
    "bank/src/main/java/bank/Payments.java": APP.format(name="Payments", topic="PAYMENTS"),
    "bank/src/main/java/bank/Topics.java": 'class Topics { static final String PAYMENTS = "payments"; }',
    "shop/pom.xml": "<project/>",
    "shop/src/main/java/shop/Orders.java": APP.format(name="Orders", topic="ORDERS"),
    "shop/src/main/java/shop/Topics.java": 'class Topics { static final String ORDERS = "orders"; }',
}


def test_of_several_applications_one_is_chosen_and_its_file_is_shown(open_page, tmp_path):
    page = open_page()
    drop(page, make_files(tmp_path / "all", MANY))
    wait_for_drawing(page, "Payments-out")
    page.get_by_role("button", name="1 of 2").click()
    expect(page.locator(".entry")).to_have_count(2)
    page.keyboard.type("shop")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="2 of 2")).to_be_focused()
    wait_for_drawing(page, "Orders-out")
    expect(page.locator(".cm-content")).to_contain_text("class Orders")
    page.reload()
    wait_for_drawing(page, "Orders-out")


def test_many_files_are_a_list_that_is_searched_and_a_node_leads_to_its_file(open_page, tmp_path):
    page = open_page()
    drop(page, make_files(tmp_path / "all", MANY))
    wait_for_drawing(page, "Payments-out")
    page.get_by_role("button", name="Text", exact=True).click()
    page.get_by_role("button", name="12 files").click()
    expect(page.locator(".entry").first).to_contain_text("Payments.java")
    page.keyboard.type("helper3")
    page.keyboard.press("Enter")
    expect(page.locator(".cm-content")).to_contain_text("class Helper3")
    page.locator(".stage [data-node]").first.click()
    expect(page.locator(".cm-content")).to_contain_text("class Payments")
    expect(page.locator(".file")).to_have_count(2)
