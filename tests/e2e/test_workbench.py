"""The workbench in a real browser, against the real server."""

import re

import pytest

from tests.e2e.bench import COUNT, OPEN, REFUSED, box, drawn, leave_editor, marked_lines, paste, share, wait_for_drawing
from tests.rendering.forms.beginnings import BEGINNINGS
from topoviz.rendering.forms.model import Form

pytestmark = pytest.mark.xdist_group("browser")

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_an_example_is_one_click_away(open_page):
    page = open_page()
    page.locator(".gallery li button").first.click()
    page.locator(".stage svg").wait_for()
    leave_editor(page)
    page.keyboard.press("t")
    expect(page.locator(".cm-content")).to_contain_text("StreamsBuilder")


def test_a_node_marks_its_source_its_text_and_its_panel(open_page):
    page = drawn(open_page)
    box(page, "count").click()
    assert marked_lines(page) == ['.count(Materialized.as("orders-by-kind"))']
    panel = page.get_by_label("The chosen node")
    expect(panel).to_contain_text("orders-by-kind-changelog")
    page.get_by_role("tab", name="describe()").click()
    expect(page.locator(".line.marked").first).to_contain_text("Processor: KSTREAM-AGGREGATE-")


def test_a_repartition_topic_says_why_it_is_there(open_page):
    page = drawn(open_page)
    page.locator(".stage g.repartition").first.click()
    panel = page.get_by_label("What is chosen")
    expect(panel).to_contain_text("needs all records of one key in one partition")
    expect(page.locator(".stage g.repartition.is-chosen")).to_have_count(1)
    assert marked_lines(page)
    panel.get_by_role("button", name="to repartition", exact=True).click()
    expect(page.get_by_label("The chosen node")).to_be_visible()


def test_internal_topics_are_listed_beside_the_diagram(open_page):
    page = drawn(open_page)
    page.get_by_label("The whole topology").get_by_role("button", name="-repartition").first.click()
    expect(page.get_by_label("What is chosen")).to_contain_text("Repartition topic")
    assert "node=t" in page.url


def test_a_search_finds_a_store(open_page):
    page = drawn(open_page)
    page.get_by_label("Find a node, topic or store").fill("orders-by")
    page.keyboard.press("Enter")
    expect(page.get_by_label("What is chosen")).to_contain_text("orders-by-kind")


def test_a_line_of_the_text_chooses_its_node(open_page):
    page = drawn(open_page)
    page.get_by_role("tab", name="describe()").click()
    page.locator(".line", has_text="Sink: KSTREAM-SINK-").click()
    assert marked_lines(page) == ['.to("order-counts");']
    page.get_by_role("tab", name="Topology").click()
    expect(box(page, "sink")).to_have_class(re.compile("is-chosen"))


def test_the_cursor_in_the_source_chooses_a_node(open_page):
    page = drawn(open_page)
    page.locator(".cm-line", has_text=".toStream()").click()
    expect(box(page, "toStream")).to_have_class(re.compile("is-chosen"))


def test_the_diagram_follows_the_text(open_page):
    page = drawn(open_page)
    page.locator(".cm-line", has_text='.to("order-counts")').click()
    page.keyboard.press("Home")
    page.keyboard.type(".filter((a, b) -> true)")
    wait_for_drawing(page, "filter")


def test_what_was_asked_first_never_replaces_what_was_asked_last(open_page):
    page = open_page()
    held = []
    page.route("**/api/v1/analyses?*", lambda route: held.append(route) if not held else route.continue_())
    paste(page, COUNT)
    page.wait_for_timeout(600)
    assert held, "The first text was not sent."
    paste(page, COUNT.replace("order-counts", "other-counts"))
    wait_for_drawing(page, "other-counts")
    # The first request was given up; were it answered now, nobody would listen.
    expect(page.locator(".stage")).not_to_contain_text("order-counts")


def test_a_long_analysis_says_its_stage_and_can_be_cancelled(open_page):
    page = open_page()
    running = {"id": "00000000-0000-4000-8000-000000000000", "status": "running", "stage": "analyzing"}
    cancelled = []

    def answer(route):
        if route.request.url.endswith("/cancel"):
            cancelled.append(route.request.method)
        route.fulfill(status=202, json=running)

    page.route("**/api/v1/analyses**", answer)
    page.route("**/api/v1/analyses/**", answer)
    paste(page, COUNT)
    expect(page.get_by_text("Analyzing …")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", name="Cancelled")).to_be_visible()
    page.wait_for_timeout(200)
    assert cancelled == ["POST"]


def test_a_server_that_is_busy_says_so_and_the_text_is_kept(open_page, complaints):
    page = open_page()
    problem = {"title": "Too busy", "detail": "All workers are taken.", "next_step": "Wait a minute."}
    page.route("**/api/v1/analyses?*", lambda route: route.fulfill(status=503, json=problem))
    paste(page, COUNT)
    expect(page.get_by_role("heading", name="Too busy")).to_be_visible()
    expect(page.get_by_text("Wait a minute.")).to_be_visible()
    expect(page.locator(".text-pane textarea")).to_have_value(COUNT)
    # Browsers note such an answer by themselves.
    assert all("503" in complaint for complaint in complaints)
    complaints.clear()


def test_keys_walk_zoom_search_and_change_views(open_page):
    page = drawn(open_page)
    leave_editor(page)
    page.keyboard.press("ArrowDown")
    expect(box(page, "stream")).to_have_class(re.compile("is-chosen"))
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("The chosen node")).to_contain_text("changes the key")
    page.keyboard.press("Escape")
    expect(page.get_by_label("The whole topology")).to_be_visible()
    scale = page.get_by_label("Scale")
    before = scale.inner_text()
    page.keyboard.press("+")
    expect(scale).not_to_have_text(before)
    page.keyboard.press("/")
    page.keyboard.type("orders-by-kind")
    page.keyboard.press("Enter")
    expect(page.locator(".stage .is-chosen")).not_to_have_count(0)
    page.keyboard.press("]")
    expect(page.get_by_role("tab", name="Optimizer")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("]")
    expect(page.locator(".steps [aria-current=step]")).to_contain_text("2")
    page.keyboard.press("5")
    expect(page.get_by_role("tab", name="Why")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("walk along the edges")


def test_the_optimization_is_a_switch(open_page):
    page = drawn(
        open_page,
        text=COUNT.replace(
            "builder.build();", 'builder.table("t", Materialized.as("s")).toStream().to("u");\nbuilder.build();'
        ),
    )
    page.get_by_label("All", exact=True).check(force=True)
    page.get_by_role("tab", name="Optimizer").click()
    steps = page.get_by_role("list", name="Optimizer steps").get_by_role("listitem")
    rule = steps.filter(has_text="The source topic is the changelog")
    expect(rule).to_contain_text("changes the plan")
    page.get_by_label("None", exact=True).check(force=True)
    expect(rule.filter(has_text="changes the plan")).to_have_count(0)


def test_what_the_text_leaves_open_is_marked_until_it_is_said(open_page):
    page = drawn(open_page, text=OPEN, sign="${readings.topic}?")
    expect(page.locator(".cm-lint-marker-warning")).not_to_have_count(0)
    page.get_by_label("readings.topic").fill("readings")
    page.keyboard.press("Enter")
    wait_for_drawing(page, "readings")
    expect(page.get_by_text("1 value given")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    wait_for_drawing(page, "${readings.topic}?")


def test_a_text_without_a_topology_says_what_to_do(open_page):
    page = open_page()
    paste(page, "class A { int x = 1; }")
    expect(page.get_by_role("heading", name="No topology was found")).to_be_visible()


def test_a_refused_program_shows_kafkas_words_and_its_plan(open_page):
    page = open_page()
    paste(page, REFUSED)
    expect(page.locator("#view")).to_contain_text("A different StateStore has already been added")
    page.get_by_role("button", name="Show the plan").click()
    page.locator(".stage svg").wait_for()


def test_a_dump_is_enough_for_the_topology(open_page):
    page = drawn(open_page, sign="b", text=(
        "Topologies:\n   Sub-topology: 0\n    Source: S (topics: [a])\n      --> T\n"
        "    Sink: T (topic: b)\n      <-- S\n\n"))  # fmt: skip
    page.get_by_role("tab", name="Plan").click()
    expect(page.locator("#view")).to_contain_text("shows only what Kafka Streams made of it")


def test_the_address_holds_what_is_on_show(open_page):
    page = drawn(open_page)
    page.get_by_role("tab", name="Sub-topologies").click()
    page.get_by_label("Sub-topology", exact=True).select_option("1")
    wait_for_drawing(page, "count")
    box(page, "count").click()
    page.reload()
    wait_for_drawing(page, "count")
    expect(page.get_by_label("The chosen node")).to_contain_text("count")
    page.go_back()
    page.go_back()
    expect(page.get_by_role("tab", name="Topology", exact=True)).to_have_attribute("aria-selected", "true")


def test_a_share_link_opens_without_an_account_or_javascript(open_page):
    page = drawn(open_page)
    page.get_by_role("button", name="Share").click()
    # What a link gives away is said before it is made, and is what the guest then sees.
    expect(page.get_by_role("dialog")).to_contain_text("and the source itself")
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link", exact=True).input_value()
    markdown = page.get_by_label("Markdown, for a README or a pull request", exact=True).input_value()
    assert markdown == f"[![Reads orders]({link}.svg)]({link})"
    assert page.get_by_label("Delete key", exact=True).input_value()
    guest = open_page(link, java_script_enabled=False)
    expect(guest.locator("body")).to_contain_text("order-counts")
    expect(guest.locator("body")).to_contain_text(".groupBy((key, order) -> order)")
    page.keyboard.press("Escape")
    assert "/a/" in page.url
    page.reload()
    wait_for_drawing(page, "order-counts")
    expect(page.locator(".cm-content")).to_contain_text("orders-by-kind")


def test_a_link_that_was_made_with_something_chosen_leads_to_its_reason(open_page):
    page = drawn(open_page)
    page.locator(".stage g.repartition").first.click()
    link = share(page)
    guest = open_page(link, java_script_enabled=False)
    expect(guest.locator(":target")).to_contain_text("needs all records of one key in one partition")
    guest.locator(":target").get_by_role("link", name="line").first.click()
    expect(guest.locator(".line:target")).to_be_in_viewport()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_link_is_deleted_with_its_key_alone(open_page, complaints, scripts):
    page = drawn(open_page)
    link = share(page)
    key = page.get_by_label("Delete key", exact=True).input_value()
    guest = open_page(link, java_script_enabled=scripts)
    if scripts:
        guest.get_by_text("More", exact=True).click()
        guest.get_by_role("link", name="About this link").click()
    guest.get_by_label("Key to delete this link").fill("another key")
    guest.get_by_role("button", name="Delete the link").click()
    expect(guest.locator("body")).to_contain_text("This is not the key of this link")
    guest.goto(f"{link}?as=page")
    guest.get_by_label("Key to delete this link").fill(key)
    guest.get_by_role("button", name="Delete the link").click()
    assert open_page().goto(link).status == 404
    # The browser itself notes the two refusals that were wanted.
    assert sorted(re.findall(r"status of (\d+)", " ".join(complaints))) == ["403", "404"]
    complaints.clear()


def test_a_setting_that_changes_the_topology_keeps_what_is_chosen(open_page):
    page = drawn(open_page)
    box(page, "count").click()
    before = page.get_by_label("The chosen node").inner_text()
    page.get_by_role("radiogroup").or_(page.get_by_role("group", name="Optimization")).get_by_text(
        "All", exact=True
    ).click()
    page.locator(".progress").wait_for(state="detached")
    assert page.get_by_label("The chosen node").inner_text().splitlines()[:3] == before.splitlines()[:3]


def test_a_program_that_made_room_can_be_brought_back(open_page):
    page = drawn(open_page)
    page.get_by_label("More", exact=True).click()
    page.get_by_role("button", name="New").click()
    page.get_by_role("button", name="Bring my program back").click()
    wait_for_drawing(page, "order-counts")


def test_the_result_is_downloaded_under_names_that_say_what_is_inside(open_page):
    page = drawn(open_page)
    page.locator("summary", has_text="Export").click()
    for form, name, sign in (
        ("PNG", "topology.png", BEGINNINGS[Form.PNG]),
        ("PDF", "topology.pdf", BEGINNINGS[Form.PDF]),
        ("Mermaid", "topology.mmd", b"%%{init"),
        ("describe()", "describe.txt", b"Topologies:"),
    ):
        with page.expect_download() as started:
            page.get_by_label(f"Download {form}").click()
        assert started.value.suggested_filename.endswith(f"-{name}")
        assert started.value.path().read_bytes().startswith(sign)


def test_markdown_with_picture_and_link_is_one_step(open_page):
    page = drawn(open_page)
    page.locator("summary", has_text="Export").click()
    page.get_by_label("Copy Markdown with picture and link").click()
    expect(page.get_by_role("dialog")).to_contain_text("to anybody who has it")
    expect(page.get_by_label("Copy Markdown with picture and link")).to_be_hidden()
    page.get_by_role("button", name="Make a link and copy the Markdown").click()
    markdown = page.get_by_role("textbox", name="Markdown, for a README").input_value()
    assert re.fullmatch(
        r"\[!\[Reads orders\]\(http://[^)]+/s/\w+\.svg\)\]\(http://[^)]+/s/\w+[^)]*\)", markdown.replace("-", "_")
    )


def test_panes_are_resized_with_keys_and_keep_their_width(open_page):
    page = drawn(open_page)
    edge = page.get_by_role("separator", name="Width of the text")
    before = int(edge.get_attribute("aria-valuenow"))
    edge.focus()
    page.keyboard.press("ArrowRight")
    expect(edge).to_have_attribute("aria-valuenow", str(before + 16))
    page.reload()
    expect(edge).to_have_attribute("aria-valuenow", str(before + 16))


def test_side_panes_fold_by_keys_and_stay_so_and_what_is_chosen_stays_in_sight(open_page):
    page = drawn(open_page)
    box(page, "count").click()
    leave_editor(page)
    text, details = (page.locator(f".fold.{name}") for name in ("text", "details"))
    for key, fold, pane in (("t", text, page.locator(".cm-content")), ("d", details, page.locator(".panel"))):
        page.keyboard.press(key)
        expect(fold).to_have_attribute("aria-expanded", "false")
        expect(pane).not_to_be_visible()
        expect(box(page, "count")).to_be_in_viewport(ratio=1)
    page.reload()
    wait_for_drawing(page, "order-counts")
    expect(page.locator(".cm-content")).not_to_be_visible()
    text.click()
    expect(page.locator(".cm-content")).to_be_visible()


def test_the_text_makes_room_for_an_example_and_comes_when_a_line_is_asked_for(open_page):
    page = open_page()
    page.locator(".gallery li button").first.click()
    page.locator(".stage [data-node]").first.click()
    expect(page.locator(".cm-content")).not_to_be_visible()
    page.get_by_label("The chosen node").get_by_role("button", name="line").first.click()
    expect(page.locator(".cm-content")).to_be_visible()
    wide = open_page(width=1440)
    wide.locator(".gallery li button").first.click()
    wide.locator(".stage svg").wait_for()
    expect(wide.locator(".cm-content")).to_be_visible()


def test_a_view_says_what_it_is_and_leaves_with_escape(open_page):
    page = drawn(open_page)
    page.get_by_role("tab", name="Plan").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("What the code says")
    page.get_by_role("tab", name="Topology", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tooltip")).to_contain_text("One sub-topology at a time")
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)


def test_a_phone_shows_one_pane_at_a_time_and_the_diagram_first(open_page):
    page = open_page(width=390, height=844, has_touch=True)
    page.locator(".gallery li button").first.click()
    page.locator(".stage svg").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    expect(page.locator(".cm-content")).not_to_be_visible()
    page.locator(".stage [data-node]").first.click()
    page.get_by_role("button", name="Details").click()
    expect(page.get_by_label("The chosen node")).to_be_visible()
    page.get_by_role("tab", name="Topology").click()
    expect(page.locator(".stage svg")).to_be_visible()


def test_hostile_names_are_text_and_nothing_else(open_page):
    page = open_page()
    page.on("dialog", lambda dialog: pytest.fail(f"A dialog opened: {dialog.message}"))
    paste(page, 'builder.stream("<img src=x onerror=alert(1)>").to("</text><script>alert(2)</script>");')
    wait_for_drawing(page, "<img src=x onerror=alert(1)>")
    box(page, "stream").click()
    expect(page.get_by_label("The chosen node")).to_contain_text("<img src=x onerror=alert(1)>")
    assert page.locator("img, script:not([src]):not([type])").count() == 0
