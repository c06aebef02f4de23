"""The whole errand without a mouse: every step of it is a key."""

import re

import pytest

pytestmark = pytest.mark.xdist_group("pages")

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def go(page, control, *, back=False, most=60):
    """Press Tab until this control has the focus."""
    control = control.first
    for _ in range(most):
        if page.locator(".cm-content:focus").count() > 0:
            page.keyboard.press("Escape")  # in the editor Tab indents; after this it leaves
        page.keyboard.press("Shift+Tab" if back else "Tab")
        if control.evaluate("element => element.matches(':focus')"):
            return
    raise AssertionError(f"Tab does not come to {control}.")


def press(page, control, key="Enter", **options):
    go(page, control, **options)
    page.keyboard.press(key)


def test_an_example_is_understood_changed_exported_and_shared_by_keys_alone(open_page):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.locator(".gallery button:has(.title)").first.wait_for()
    press(page, page.locator(".gallery button:has(.title)"))
    page.locator(".stage svg").wait_for()

    # A card: chosen by walking, its reason in the details, its line in the text.
    go(page, page.locator(".pane"))
    page.keyboard.press("ArrowDown")
    why = page.get_by_label("The chosen node")
    expect(why).to_be_visible()
    press(page, why.get_by_role("button", name="line"))
    expect(page.locator(".cm-content")).to_be_visible()

    # Views are tabs: one of them is in the order of Tab, arrows go on from there.
    go(page, page.locator("#tab-topology"), back=True)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Sub-topologies")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.get_by_role("tab", name="Topology", exact=True)).to_be_focused()

    # Filter and find.
    filter_button = page.locator("summary", has_text="Filter")
    press(page, filter_button)
    go(page, page.get_by_label("Anything"))
    page.keyboard.press("ArrowDown")
    expect(page.locator("summary", has_text="match")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("summary", has_text="match")).to_be_focused()
    page.keyboard.press("/")
    page.keyboard.type("repartition")
    page.keyboard.press("Enter")
    expect(page.get_by_label("What is chosen")).to_be_visible()

    # Panes fold and move.
    press(page, page.locator(".fold.text"), back=True)
    edge = page.get_by_role("separator", name="Width of the details")
    go(page, edge)
    before = int(edge.get_attribute("aria-valuenow"))
    page.keyboard.press("ArrowLeft")
    expect(edge).to_have_attribute("aria-valuenow", str(before + 16))

    # Version and optimization.
    go(page, page.get_by_label("Kafka version"), back=True)
    page.keyboard.type("3.9")
    expect(page.get_by_label("Kafka version")).to_have_value(re.compile(r"^3\.9"))
    go(page, page.get_by_role("radio", name="As written"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="All", exact=True)).to_be_checked()
    page.locator(".progress").wait_for(state="detached")

    # Out: a file, Markdown, a link. What was opened gives the focus back.
    press(page, page.locator("summary", has_text="Export"))
    go(page, page.get_by_label("Download SVG"))
    with page.expect_download() as started:
        page.keyboard.press("Enter")
    assert started.value.suggested_filename.endswith(".svg")
    press(page, page.get_by_label("Copy Mermaid"))
    expect(page.locator(".said")).to_contain_text("copied")
    page.keyboard.press("Escape")
    expect(page.locator("summary", has_text="Export")).to_be_focused()
    share = page.get_by_role("button", name="Share", exact=True)
    press(page, share)
    page.get_by_role("dialog").wait_for()
    press(page, page.get_by_role("button", name="Make a link"))
    expect(page.get_by_label("Link", exact=True)).to_have_value(re.compile("/s/"))
    page.keyboard.press("Escape")
    expect(share).to_be_focused()

    # The theme, another program, and the list of recent ones.
    more = page.get_by_label("More", exact=True)
    press(page, more)
    go(page, page.get_by_role("radio", name="System"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    page.keyboard.press("Enter")
    press(page, page.get_by_role("button", name="New"))
    press(page, page.locator(".gallery .recent .one"))
    page.locator(".stage svg").wait_for()
    press(page, page.locator("summary", has_text="Recent"), back=True)
    remove = page.get_by_role("button", name=re.compile("^Remove .* from this list$"))
    remove.wait_for()
    press(page, remove)
    expect(remove).to_have_count(0)
