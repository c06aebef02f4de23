"""Where every task runs: what is asked, what happens over time, and that nothing of it is lost."""

import re

import pytest

from tests.e2e.bench import COUNT, drawn, share
from tests.e2e.states import assigned, dies

pytestmark = pytest.mark.xdist_group("browser")


def tasks(open_page, **options):
    """The view, with counts and instances to look around with."""
    page = drawn(open_page, COUNT, "order-counts", **options)
    page.get_by_role("tab", name="Tasks", exact=True).click()
    page.get_by_role("button", name="Try with these").click()
    assigned(page)
    return page


def test_what_happens_to_tasks_when_an_instance_dies(open_page):
    page = tasks(open_page)
    assert "24 tasks, 12 with state, on 3 instances with 12 threads." in page.locator(".totals").inner_text()
    assert page.locator(".timeline").count() == 0

    dies(page, "b")
    said = page.locator(".timeline").inner_text()
    assert re.search(r"no task without an owner longer than 4\d s", said)
    assert "records restored" in said
    assert "In the end, each instance has 12 active tasks" in said
    assert "session.timeout.ms of 45 s" in page.locator(".timeline [aria-current]").inner_text()
    assert "on 2 instances" in page.locator(".totals").inner_text()

    page.get_by_role("button", name="Previous step").click()
    page.get_by_text("8 tasks have no owner").wait_for()
    page.get_by_label("Find a task").fill("nobody")
    assert page.get_by_role("row", name="nobody").count() == 8

    page.reload()
    page.get_by_text("8 tasks have no owner").wait_for()
    assert page.locator(".timeline .sum").inner_text() in said

    page.get_by_role("button", name="Take back: b dies").click()
    page.get_by_text("on 3 instances").wait_for()
    assert page.locator(".timeline").count() == 0
    page.go_back()
    page.locator(".timeline").wait_for()


def test_bad_input_is_said_at_its_field_and_the_last_answer_stays(open_page):
    page = tasks(open_page)
    page.get_by_label("Stream threads of b").fill("many")
    page.get_by_text("This has no whole number where a number of threads is wanted.").wait_for()
    assert page.get_by_label("Stream threads of b").get_attribute("aria-invalid") == "true"
    assert page.locator(".tasks .stage svg").count() == 1

    page.get_by_label("Stream threads of b").fill("3")
    page.get_by_text("on 3 instances with 11 threads").wait_for()
    assert page.locator(".tasks [aria-invalid=true]").count() == 0


def test_a_task_that_is_chosen_says_why_it_is_there(open_page):
    page = tasks(open_page)
    page.get_by_label("Find a task").fill("1_3 active")
    page.locator(".tasks tbody th button", has_text="1_3").click()

    panel = page.locator("section.panel")
    panel.get_by_role("heading", name="Why it is there").wait_for()
    assert "orders-by-kind-changelog-3" in panel.inner_text()
    assert page.locator(".tasks .is-picked").count() > 0
    page.keyboard.press("Escape")


def test_a_pasted_cluster_is_read_and_kept(open_page):
    page = tasks(open_page)
    page.get_by_role("button", name="Paste a log").click()
    lines = "\n".join(f"- {{name: instance-{number}, threads: 2}}" for number in range(60))
    page.get_by_label("A cluster as a text").fill(f"clients:\n{lines}\n")
    page.get_by_text("Read: 60 instances, 120 threads.").wait_for()
    assigned(page)

    page.reload()
    page.get_by_text("Read: 60 instances, 120 threads.").wait_for()
    assert "instance-59" in page.get_by_label("A cluster as a text").input_value()


def test_what_else_happens_comes_after_it_and_what_cannot_happen_is_said_where_it_stands(open_page):
    page = tasks(open_page)
    dies(page, "b")
    page.get_by_label("What happens", exact=True).select_option("time passes")
    page.get_by_role("textbox", name="min").fill("20")
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="20 min have passed").wait_for()
    page.get_by_label("What happens", exact=True).select_option("an instance restarts with an empty disk")
    page.get_by_label("Instance", exact=True).select_option("b (stopped)")
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="b starts again with an empty disk").wait_for()
    assigned(page)
    assert "probing rebalances until" in page.locator(".timeline").inner_text()
    rows = page.locator(".timeline li").count()
    page.get_by_role("button", name="Show each of them").first.click()
    assert page.locator(".timeline li").count() > rows

    page.get_by_label("What happens", exact=True).select_option("an instance is closed")
    page.get_by_label("Instance", exact=True).select_option("b")
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="Take back: b restarts").click()
    page.locator(".what-if .error").wait_for()
    assert page.locator(".what-if .error").inner_text() == "b is closed: This ends b, which does not run then."


def test_who_does_not_want_to_wait_cancels_and_asks_again(open_page):
    page = tasks(open_page)
    waits = {"id": "1", "url": "/api/v1/scenarios/1", "status": "running", "stage": "step 120, 98 rebalances"}
    page.route("**/analyses/*/scenarios?*", lambda route: route.fulfill(status=202, json=waits))
    page.route("**/api/v1/scenarios/1*", lambda route: route.fulfill(status=200, json=waits))
    page.route("**/api/v1/scenarios/1/cancel", lambda route: route.fulfill(status=202, json=waits))
    page.get_by_role("button", name="Show it").click()
    page.get_by_text("step 120, 98 rebalances").wait_for()
    assert "on 3 instances" in page.locator(".totals").inner_text()

    with page.expect_request("**/api/v1/scenarios/1/cancel"):
        page.get_by_role("button", name="Cancel").click()
    page.get_by_text("it was cancelled").wait_for()
    assert "on 3 instances" in page.locator(".totals").inner_text()

    page.unroute_all()
    page.get_by_role("button", name="Ask again").click()
    page.locator(".timeline").wait_for()


def test_what_nobody_said_can_be_said(open_page):
    page = tasks(open_page)
    dies(page, "b")
    page.locator("summary", has_text="What this rests on").click()
    page.get_by_label("Records of each store for each task").fill("2,000")
    page.get_by_text("16,000 records restored").wait_for()
    page.get_by_label("Records of each store for each task").fill("few")
    page.get_by_text("This has no whole number where a number of records is wanted.").wait_for()
    assert "16,000 records restored" in page.locator(".timeline .sum").inner_text()


def test_a_link_shows_every_step_alive_and_as_text(open_page):
    page = tasks(open_page)
    dies(page, "b")
    said = page.locator(".timeline .sum").inner_text()
    link = share(page)

    other = open_page(link)
    assigned(other)
    assert other.locator(".timeline .sum").inner_text() == said
    assert other.get_by_role("button", name="Show it").count() == 0
    other.get_by_role("button", name="First step").click()
    other.get_by_role("button", name="Next step").click()
    other.get_by_text("24 copies are restored").wait_for()
    other.get_by_label("Find a task").fill("1_3 active")
    other.locator(".tasks tbody th button", has_text="1_3").click()
    other.get_by_role("heading", name="Why it is there").wait_for()

    text = open_page(link, java_script_enabled=False)
    assert "b dies" in text.locator("article").inner_text()


def test_a_scenario_is_kept_and_opened_again(open_page):
    page = tasks(open_page)
    dies(page, "b")
    share(page)
    page.keyboard.press("Escape")
    page.locator("summary", has_text="Keep it under a name").click()
    page.get_by_label("Name", exact=True).fill("b is gone")
    page.get_by_role("button", name="Keep", exact=True).click()
    page.get_by_role("button", name="b is gone", exact=True).wait_for()
    page.get_by_role("button", name="Take back: b dies").click()
    page.locator(".timeline").wait_for(state="detached")

    page.get_by_role("button", name="b is gone", exact=True).click()
    page.get_by_role("button", name="Take back: b dies").wait_for()
    page.locator(".timeline").wait_for()


def test_an_example_opens_with_its_tasks(open_page):
    page = open_page()
    page.get_by_role("button", name="Where every task runs").click()
    assigned(page)

    assert "9 tasks, 4 with state, on 2 instances with 4 threads." in page.locator(".totals").inner_text()
    assert page.get_by_label("topic-b").input_value() == "5"


def test_a_start_is_shown_in_six_steps_with_what_is_logged(open_page):
    page = tasks(open_page)
    page.get_by_role("button", name="how all of it starts").click()
    page.get_by_role("heading", name="Step 1 of 6").wait_for()

    page.get_by_role("button", name="Last step").click()
    page.get_by_role("heading", name="Step 6 of 6").wait_for()

    assert "Handle new assignment with:" in page.locator(".timeline").inner_text()


def test_who_looks_elsewhere_and_comes_back_goes_on_asking(open_page):
    page = tasks(open_page)
    page.get_by_role("tab", name="Topology", exact=True).click()
    page.locator(".drawn .stage svg").wait_for()
    page.get_by_role("tab", name="Tasks", exact=True).click()
    assigned(page)

    dies(page, "b")
    assert "on 2 instances" in page.locator(".totals").inner_text()
