"""What a device remembers: its theme, its drafts, and what it showed."""

import pytest

from tests.e2e.bench import COUNT, OPEN, drawn, paste, share, wait_for_drawing

pytestmark = pytest.mark.xdist_group("browser")

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


IS_KEPT = """async (text) => {
  if (!(await indexedDB.databases()).some(({ name }) => name === "topoviz")) return false;
  const answer = (asked) => new Promise((tell) => (asked.onsuccess = () => tell(asked.result)));
  const database = await answer(indexedDB.open("topoviz"));
  const kept = await answer(database.transaction("programs").objectStore("programs").getAll());
  database.close();
  return kept.some(({ program }) => program.files.some((file) => file.text === text));
}"""


def background(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_a_theme_that_was_chosen_holds_on_all_pages_from_their_first_paint(open_page):
    page = open_page("/health", color_scheme="light")
    light = background(page)
    page.get_by_label("Theme").select_option("dark")
    dark = background(page)
    assert dark != light
    other = page.context.new_page()
    for path in ("/", "/health", "/api/v1/docs/"):
        other.goto(path, wait_until="commit")
        expect(other.locator("html")).to_have_attribute("data-theme", "dark")
        assert background(other) == dark
    # Pages that are open follow, and "system" lets go of it.
    other.get_by_label("Theme").select_option("system")
    expect(page.get_by_label("Theme")).to_have_value("system")
    assert background(page) == light


def test_a_draft_outlives_its_tab_and_a_new_tab_offers_it_without_taking_it(open_page):
    page = drawn(open_page)
    other = page.context.new_page()
    other.goto("/")
    expect(other.get_by_role("heading", name="Continue on this device")).to_be_visible()
    # Opened beside the first, it is a copy: neither overwrites the other.
    other.locator(".recent .one").first.click()
    wait_for_drawing(other, "order-counts")
    paste(other, COUNT.replace("order-counts", "other-counts"))
    wait_for_drawing(other, "other-counts")
    page.reload()
    wait_for_drawing(page, "order-counts")
    page.close()
    other.close()
    later = open_page_of(other.context)
    # The first draft, the copy of it, and what took the copy's place.
    expect(later.locator(".recent .one")).to_have_count(3)
    later.locator(".recent .one").last.click()
    wait_for_drawing(later, "order-counts")


def open_page_of(context):
    page = context.new_page()
    page.goto("/")
    return page


def test_recent_programs_are_listed_and_can_be_removed(open_page):
    page = open_page()
    for topic in ("first-counts", "second-counts"):
        paste(page, COUNT.replace("order-counts", topic))
        wait_for_drawing(page, topic)
        page.get_by_label("More", exact=True).click()
        page.get_by_role("button", name="New").click()
    listed = page.locator(".gallery .recent .one")
    expect(listed).to_have_count(2)
    page.get_by_role("button", name="Remove Reads orders from this list").first.click()
    expect(listed).to_have_count(1)
    page.get_by_role("button", name="Remove all").click()
    page.get_by_role("button", name="Remove all 1").click()
    expect(listed).to_have_count(0)


def test_back_and_forward_never_show_one_program_under_the_address_of_another(open_page):
    page = drawn(open_page)
    share(page)
    page.keyboard.press("Escape")
    saved = page.url
    assert "/a/" in saved
    page.locator(".cm-line", has_text='.to("order-counts")').click()
    page.keyboard.press("Home")
    page.keyboard.type(".filter((a, b) -> true)")
    wait_for_drawing(page, "filter")
    assert "/a/" not in page.url
    page.go_back()
    wait_for_drawing(page, "order-counts")
    assert page.url.startswith(saved)
    expect(page.locator(".cm-content")).not_to_contain_text("filter")
    page.go_forward()
    wait_for_drawing(page, "filter")
    expect(page.locator(".cm-content")).to_contain_text(".filter")


def test_nothing_is_said_of_a_text_after_another_took_its_place(open_page):
    page = open_page()
    paste(page, OPEN)
    notes = page.get_by_label("What is not certain")
    expect(notes).to_be_visible()
    page.route("**/api/v1/analyses?*", lambda route: None)  # the next text is never answered
    paste(page, COUNT)
    expect(notes).to_have_count(0)
    expect(page.locator(".stage svg")).to_have_count(0)


def test_what_was_written_before_the_editor_came_is_in_it(open_page):
    page = open_page()
    page.locator(".paste textarea").press_sequentially("class A {")
    page.wait_for_function(IS_KEPT, arg="class A {")
    held = []
    page.route("**/codemirror*", lambda route: held.append(route))
    page.reload()
    page.locator(".text-pane textarea").focus()
    page.keyboard.press("End")
    page.keyboard.type(" int x; }")
    page.wait_for_timeout(300)
    held[0].continue_()
    expect(page.locator(".cm-content")).to_contain_text("class A { int x; }")
