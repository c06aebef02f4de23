"""Whether a change is safe to deploy: the version before is given, and the page says what to do."""

import re

import pytest

from tests.e2e.bench import drawn, marked_lines, paste, share
from tests.e2e.states import COUNTED_BEFORE, COUNTED_NOW, compared

pytestmark = pytest.mark.xdist_group("browser")

STORE = "KSTREAM-AGGREGATE-STATE-STORE-0000000002"
NAME = f'Materialized.as("{STORE}")'


def compare(open_page, now=COUNTED_NOW, before=COUNTED_BEFORE, **options):
    """The view, with a version before that was pasted."""
    page = drawn(open_page, now, "order-counts", **options)
    page.get_by_role("tab", name="Compare", exact=True).click()
    page.get_by_label("The version that is deployed", exact=True).fill(before)
    compared(page)
    return page


def verdict(page):
    return page.get_by_role("region", name="Verdict").get_by_role("heading").inner_text()


def test_the_version_before_is_pasted_and_the_name_that_is_to_be_given_keeps_the_state(open_page):
    page = compare(open_page)
    assert verdict(page) == "State is lost unless it is migrated"
    assert f"The store {STORE} is called" in page.get_by_role("region", name="Verdict").inner_text()
    first = page.get_by_role("region", name="What to do").get_by_role("listitem").first
    assert NAME in first.inner_text()
    first.get_by_role("button", name=re.compile("New version, .*line 4")).click()
    assert marked_lines(page) == [".count()"]

    page.get_by_role("button", name=re.compile("Old version, .*line 3")).first.click()
    dialog = page.get_by_role("dialog", name="The version that is deployed")
    assert ".count()" in dialog.locator("[aria-current]").inner_text()
    page.keyboard.press("Escape")

    paste(page, COUNTED_NOW.replace(".count()", f".count({NAME})"))
    page.get_by_role("region", name="Verdict").get_by_role("heading", name="Compatible, with a note").wait_for()


def test_what_is_chosen_is_chosen_in_both_pictures_and_in_the_table(open_page):
    page = compare(open_page)
    page.get_by_text("Side by side", exact=True).click()
    pictures = page.locator(".compare .stage svg")
    pictures.nth(1).wait_for()
    page.locator(".compare tbody th button", has_text="STATE-STORE-0000000003").first.click()
    page.locator(".compare .stage").first.locator(".is-among").first.wait_for()
    page.locator(".compare .stage").last.locator(".is-among").first.wait_for()
    assert page.locator(".compare tr.marked").count() == 1

    page.locator(".compare .stage").first.locator("[data-topic]", has_text="orders").first.click()
    page.locator(".compare .picked", has_text="orders").wait_for()
    assert "topic, stays" in page.locator(".compare .picked").inner_text()


def test_a_link_shows_the_verdict_alive_and_as_text(open_page):
    page = compare(open_page)
    link = share(page)

    other = open_page(link)
    compared(other)
    assert verdict(other) == "State is lost unless it is migrated"
    assert other.get_by_label("The version that is deployed", exact=True).count() == 0
    other.get_by_role("button", name=re.compile("Old version, .*line 3")).first.click()
    assert ".count()" in other.get_by_role("dialog").locator("[aria-current]").inner_text()

    text = open_page(link, java_script_enabled=False)
    assert "State is lost unless it is migrated" in text.locator("body").inner_text()


def test_the_same_program_is_looked_at_through_an_upgrade_and_the_other_way_round(open_page):
    page = drawn(open_page, COUNTED_NOW, "order-counts")
    page.get_by_role("tab", name="Compare", exact=True).click()
    page.get_by_role("button", name="This program at another version").click()
    compared(page)
    page.get_by_label("Kafka version of the old one").select_option("3.4")
    page.get_by_text("For Kafka Streams 3.4.1 → ").wait_for()

    page.get_by_role("button", name="Swap the two versions").click()
    page.get_by_text(re.compile(r"For Kafka Streams [\d.]+ → 3\.4\.1")).wait_for()


def test_a_version_that_cannot_be_read_says_why_with_its_line(open_page):
    page = drawn(open_page, COUNTED_NOW, "order-counts")
    page.get_by_role("tab", name="Compare", exact=True).click()
    page.get_by_label("The version that is deployed", exact=True).fill("class Empty {\n  int one = ;\n}\n")
    page.get_by_text("The version that is deployed has no topology.").wait_for()
    page.locator(".compare [role=alert] button", has_text="line 2").first.click()
    page.get_by_role("dialog", name="The version that is deployed").wait_for()
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Choose another").click()
    page.get_by_label("The version that is deployed", exact=True).fill(COUNTED_NOW)
    page.get_by_text("Both versions have the same topology: nothing is to be done.").wait_for()
    assert page.get_by_role("region", name="What to do").count() == 0


def test_an_example_opens_with_its_verdict(open_page):
    page = open_page()
    page.get_by_role("button", name="One filter more").click()
    compared(page)
    assert verdict(page) == "State is lost unless it is migrated"
    assert NAME in page.locator(".compare").inner_text()

    page.get_by_role("tab", name="Topology", exact=True).click()
    page.locator(".drawn .stage svg").wait_for()
    page.get_by_role("tab", name="Compare", exact=True).click()
    compared(page)
    page.get_by_role("button", name="Swap the two versions").click()
    page.get_by_text("1 node removed").or_(page.get_by_text("0 nodes added")).first.wait_for()


def test_how_it_runs_is_said_and_what_cannot_be_read_of_it_is_said_at_its_field(open_page):
    page = compare(open_page)
    page.locator(".compare summary", has_text="How it runs").click()
    page.get_by_label("Application id").fill("shop")
    page.get_by_text(f"shop-{STORE}-changelog").first.wait_for()
    page.get_by_label("processing.guarantee now").select_option("at_least_once")
    page.get_by_label("processing.guarantee to be").select_option("exactly_once_v2")
    page.get_by_text("at_least_once → exactly_once_v2").first.wait_for()

    page.get_by_label("orders", exact=True).fill("many")
    page.locator(".compare [aria-invalid=true]").wait_for()
    page.get_by_label("orders", exact=True).fill("4")
    page.locator(".compare [aria-invalid=true]").wait_for(state="detached")
    page.reload()
    compared(page)
    assert "application id shop" in page.get_by_role("region", name="Verdict").inner_text()


@pytest.mark.parametrize(
    ("work", "doing"), [("analyses", "Reading the other version …"), ("comparisons", "Comparing the two versions …")]
)
def test_who_does_not_want_to_wait_cancels_and_asks_again(open_page, work, doing):
    page = drawn(open_page, COUNTED_NOW, "order-counts")
    waits = {"id": "1", "url": f"/api/v1/{work}/1", "status": "running", "stage": ""}
    page.route(f"**/api/v1/{work}?*", lambda route: route.fulfill(status=202, json=waits))
    page.route(f"**/api/v1/{work}/1*", lambda route: route.fulfill(status=200, json=waits))
    page.route(f"**/api/v1/{work}/1/cancel", lambda route: route.fulfill(status=202, json=waits))
    page.get_by_role("tab", name="Compare", exact=True).click()
    page.get_by_label("The version that is deployed", exact=True).fill(COUNTED_BEFORE)
    page.get_by_text(doing).wait_for()
    with page.expect_request(f"**/api/v1/{work}/1/cancel"):
        page.get_by_role("button", name="Cancel").click()
    page.get_by_text("It was stopped before it was done.").wait_for()

    page.unroute_all()
    page.get_by_role("button", name=re.compile("Ask again|Try again")).click()
    compared(page)
    assert verdict(page) == "State is lost unless it is migrated"


def test_what_is_cancelled_before_the_server_has_answered_is_not_worked_on(open_page):
    page = drawn(open_page, COUNTED_NOW, "order-counts")
    held = []
    page.route("**/api/v1/comparisons?*", lambda route: held.append(route))
    page.get_by_role("tab", name="Compare", exact=True).click()
    page.get_by_label("The version that is deployed", exact=True).fill(COUNTED_BEFORE)
    page.get_by_text("Comparing the two versions …").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("It was stopped before it was done.").wait_for()
    page.route("**/api/v1/comparisons/1/cancel", lambda route: route.fulfill(status=202, json={}))
    with page.expect_request("**/api/v1/comparisons/1/cancel"):
        held[0].fulfill(status=202, json={"id": "1", "url": "/api/v1/comparisons/1", "status": "running", "stage": ""})


def test_a_comparison_is_shared_with_names_replaced_alike(open_page):
    page = compare(open_page)
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_label("Replace all names").check()
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link", exact=True).input_value()

    shown = open_page(link)
    shown.get_by_role("tab", name="Compare", exact=True).click()
    compared(shown)
    assert verdict(shown) == "State is lost unless it is migrated"
    assert STORE in shown.get_by_role("region", name="Verdict").inner_text()
    assert "orders" not in shown.content()
