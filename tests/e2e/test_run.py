"""What happens to records: one press shows it, one goes through it event by event, and all of it can be changed."""

import re

import pytest

from tests.e2e.bench import COUNT, drawn, share
from tests.e2e.states import ran

pytestmark = pytest.mark.xdist_group("browser")


def run(open_page, **options):
    """The view, with what one press of Run shows."""
    page = drawn(open_page, COUNT, "order-counts", **options)
    page.get_by_role("tab", name="Run", exact=True).click()
    page.get_by_role("button", name="Run it").click()
    ran(page)
    return page


def event_on_show(page):
    return page.locator(".run .reason").inner_text()


def whole_text(page):
    """The configuration as a text, which the fields write into."""
    if not page.get_by_label("The whole configuration").is_visible():
        if not page.locator(".run .form .whole").is_visible():
            page.locator(".run .form > summary").click()
        page.locator(".run .whole summary").click()
    return page.get_by_label("The whole configuration")


def test_one_press_shows_a_crash_and_what_it_does_twice_and_one_goes_through_it_event_by_event(open_page):
    page = run(open_page)
    said = page.get_by_role("list", name="What stands out").inner_text()
    assert re.search(r"Processed twice: \d+ records after a crash", said)
    assert page.locator(".run svg.lanes .lane.thread").count() == 2

    page.get_by_role("button", name="Show it: Processed twice").click()
    page.locator(".run .reason", has_text="b").wait_for()
    assert "killed" in page.locator(".run .when").inner_text()
    assert page.locator(".run .event").count() == 1

    page.get_by_label("Kind", exact=True).select_option("")
    page.get_by_role("button", name="Next event").wait_for()
    at = event_on_show(page)
    page.locator("section.run").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("said => document.querySelector('.run .reason').innerText !== said", arg=at)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("said => document.querySelector('.run .reason').innerText === said", arg=at)

    page.reload()
    ran(page)
    page.wait_for_function("said => document.querySelector('.run .reason')?.innerText === said", arg=at)


def test_a_record_is_followed_from_its_task_to_its_node_and_an_interval_is_looked_at_alone(open_page):
    page = run(open_page)
    page.get_by_label("Kind", exact=True).select_option("node")
    page.locator(".run .when", has_text="record at a node").wait_for()
    page.locator(".run .stage .is-chosen").first.wait_for(state="attached")

    page.get_by_role("button", name="A shorter interval").click()
    page.wait_for_function("() => location.search.includes('span=')")
    page.locator(".run svg.lanes").click(position={"x": 400, "y": 60})
    page.locator(".run .missed", has_text="There is no event that the filter leaves at").wait_for()
    page.get_by_role("button", name="Show all events").click()
    page.locator(".run svg.lanes").click(position={"x": 400, "y": 60})
    page.wait_for_function("() => /event=[1-9]/.test(location.search)")
    with page.expect_download() as downloads:
        page.get_by_role("link", name="Download every event").click()
    assert downloads.value.suggested_filename == "trace.jsonl"


def test_fields_and_text_are_one_configuration_and_an_error_stands_at_its_line(open_page):
    page = run(open_page)
    text = whole_text(page)
    page.get_by_label("Records a second, orders").fill("12")
    page.get_by_label("What happens", exact=True).select_option("a topic has no records")
    page.get_by_role("button", name="Add", exact=True).click()
    assert "rate: 12" in text.input_value()
    assert "spans: [{from: 20s, to: 25s, times: 0}]" in text.input_value()
    page.get_by_text("The form says something else").wait_for()

    text.fill("seed: 1\ngenerate:\n- {topic: nobody, rate: many, for: 1m}\n")
    page.get_by_role("button", name="Run again").click()
    page.locator(".run .made .error", has_text="Line 3 of the configuration").wait_for()
    assert page.locator(".run .numbers .wrong").inner_text() == "3"
    assert "records came" in page.locator(".run .large").inner_text()

    page.get_by_text("Given", exact=True).click()
    page.get_by_label("Records", exact=True).fill("time_ms,topic,key\n0,orders,a\n10,orders,b\n")
    text.fill("seed: 1\n")
    page.get_by_role("button", name="Run again").click()
    page.locator(".run .large", has_text="2 records came").wait_for()


def test_who_does_not_want_to_wait_cancels_and_what_was_on_show_stays(open_page):
    page = run(open_page)
    waits = {"id": "1", "url": "/api/v1/simulations/1", "status": "running", "stage": "played 12.0 s, 40,000 records"}
    page.route("**/analyses/*/simulations?*", lambda route: route.fulfill(status=202, json=waits))
    page.route("**/api/v1/simulations/1?*", lambda route: route.fulfill(status=200, json=waits))
    page.route("**/api/v1/simulations/1/cancel", lambda route: route.fulfill(status=202, json=waits))
    page.get_by_role("button", name="Run again").click()
    page.get_by_text("played 12.0 s, 40,000 records").wait_for()
    with page.expect_request("**/api/v1/simulations/1/cancel"):
        page.get_by_role("button", name="Cancel").click()
    page.get_by_text("It was cancelled before its end.").wait_for()
    assert "records came" in page.locator(".run .large").inner_text()


def test_a_link_shows_every_event_alive_and_nothing_to_change(open_page):
    page = run(open_page)
    said = page.locator(".run .large").inner_text()
    other = open_page(share(page))
    ran(other)
    assert other.locator(".run .large").inner_text() == said
    assert other.locator(".run .form").count() == 0
    other.get_by_role("button", name="Next event").click()
    other.wait_for_function("() => location.search.includes('event=1')")


def test_an_example_tells_its_story_and_a_line_of_a_log_leads_to_its_event(open_page):
    page = open_page("/")
    page.get_by_role("button", name="An empty partition, from 3.0 on").click()
    story = page.get_by_role("region", name="Story: An empty partition, from 3.0 on")
    story.get_by_role("button", name="wait for what the broker has").click()
    page.locator(".run .reason", has_text="prices-0 is empty and its lag is not known yet").wait_for()
    assert "wait for what the broker has" in story.locator("[aria-current=step]").inner_text()

    page.get_by_text("Find a line of your log").click()
    page.get_by_label("Lines of a log, as they are").fill(
        "10:02:11.120 [app-1-StreamThread-1] TRACE o.a.k.s.p.internals.StreamTask - stream-thread "
        "[app-1-StreamThread-1] task [0_0] Start processing one record [ConsumerRecord(topic = prices, partition = 0, "
        "leaderEpoch = 0, offset = 1, CreateTime = 2000, key = coffee, value = 1)]"
    )
    page.get_by_role("button", name="Find it", exact=True).click()
    page.get_by_text("events of this run belong to it.").wait_for()
    page.locator(".run .reason", has_text="offset 1 of prices-0").wait_for()

    # As in any list, up and down go from row to row.
    page.locator(".run .event[aria-current]").focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => document.activeElement.matches('.event[aria-current]')")

    page.reload()
    page.get_by_role("region", name="Story: An empty partition, from 3.0 on").wait_for()
