"""Where every task runs: what is asked, what happens to an instance, and that nothing of it is lost."""

import pytest

from tests.e2e.bench import COUNT, drawn, share
from tests.e2e.states import assigned

pytestmark = pytest.mark.xdist_group("browser")


def tasks(open_page, **options):
    """The view, with counts and instances to look around with."""
    page = drawn(open_page, COUNT, "order-counts", **options)
    page.get_by_role("tab", name="Tasks", exact=True).click()
    page.get_by_role("button", name="Try with these").click()
    assigned(page)
    return page


def test_tasks_of_an_instance_that_dies_move_and_all_of_it_comes_back_after_a_reload(open_page):
    page = tasks(open_page)
    assert "24 tasks, 12 with state, on 3 instances with 12 threads." in page.locator(".totals").inner_text()

    page.get_by_label("Instance", exact=True).select_option("b")
    page.get_by_role("button", name="dies", exact=True).click()
    page.get_by_role("heading", name="b dies").wait_for()
    assigned(page)
    said = page.locator(".changes").inner_text()
    assert "on 2 instances" in page.locator(".totals").inner_text()
    assert "When all is settled" in said

    page.reload()
    page.get_by_role("heading", name="b dies").wait_for()
    assigned(page)
    assert page.locator(".changes").inner_text() == said

    page.get_by_role("button", name="Take back the last").click()
    page.get_by_text("on 3 instances").wait_for()
    page.go_back()
    page.get_by_role("heading", name="b dies").wait_for()


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


def test_a_link_shows_who_gets_which_task_alive_and_as_text(open_page):
    page = tasks(open_page)
    page.get_by_role("button", name="dies", exact=True).click()
    page.get_by_role("heading", name="b dies").wait_for()
    assigned(page)
    totals = page.locator(".totals").inner_text()
    link = share(page)

    other = open_page(link)
    assigned(other)
    assert other.locator(".totals").inner_text() == totals
    other.get_by_label("Find a task").fill("1_3 active")
    other.locator(".tasks tbody th button", has_text="1_3").click()
    other.get_by_role("heading", name="Why it is there").wait_for()

    text = open_page(link, java_script_enabled=False)
    assert "Where every task runs" in text.locator("article").inner_text()
    assert text.get_by_role("row", name="1_3").count() >= 1


def test_an_example_opens_with_its_tasks(open_page):
    page = open_page()
    page.get_by_role("button", name="Where every task runs").click()
    assigned(page)

    assert "9 tasks, 4 with state, on 2 instances with 4 threads." in page.locator(".totals").inner_text()
    assert page.get_by_label("topic-b").input_value() == "5"
