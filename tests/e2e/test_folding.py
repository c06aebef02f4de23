"""A large topology in a real browser: what is folded opens, is found, filtered, and comes back from the address."""

import re

import pytest

from tests.e2e.bench import leave_editor, paste

pytestmark = pytest.mark.xdist_group("browser")

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

SUB_TOPOLOGIES = 24
STEPS = 9


def dump():
    """Sub-topologies that no line joins: each a chain of its own length, every third with a table."""
    lines = ["Topologies:"]
    for number in range(SUB_TOPOLOGIES):
        names = [f"source-{number}", *(f"step-{number}-{step}" for step in range(STEPS + number)), f"sink-{number}"]
        lines.append(f"   Sub-topology: {number}")
        for index, name in enumerate(names):
            before, after = "".join(names[index - 1 : index]), "".join(names[index + 1 : index + 2])
            if index == 0:
                lines.append(f"    Source: {name} (topics: [in-{number}])")
            elif not after:
                lines.append(f"    Sink: {name} (topic: out-{number})")
            else:
                stores = f"table-{number}" if number % 3 == 0 and index % 2 == 0 else ""
                lines.append(f"    Processor: {name} (stores: [{stores}])")
            lines += [f"      --> {after}"] if after else []
            lines += [f"      <-- {before}"] if before else []
    return "\n".join([*lines, "", ""])


@pytest.fixture
def page(open_page):
    """The overview of the dump."""
    page = open_page()
    paste(page, dump())
    page.locator(".stage .row.sub-topology").first.wait_for()
    return page


def search(page, text):
    """Choose what is found first."""
    leave_editor(page)
    page.keyboard.press("/")
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def test_a_sub_topology_opens_in_place_and_folds_again(page):
    row = page.locator(".stage .row.sub-topology[data-open]").first
    number = row.get_attribute("data-sub-topology")
    row.click()
    frame = page.locator(f".stage .frame[data-sub-topology='{number}']")
    expect(frame).to_have_count(1)
    expect(page).to_have_url(re.compile("open=r"))
    page.reload()
    expect(frame).to_have_count(1)
    page.locator(".stage .fold").first.press("Enter")
    expect(frame).to_have_count(0)
    page.go_back()
    expect(frame).to_have_count(1)
    page.get_by_role("button", name="Fold all").click()
    expect(frame).to_have_count(0)


def test_a_double_click_shows_a_sub_topology_alone_and_opens_nothing_else(page):
    row = page.locator(".stage .row.sub-topology[data-open]").first
    row.dblclick()
    expect(page).to_have_url(re.compile("view=sub-topologies"))
    assert "open=" not in page.url
    page.go_back()
    expect(page).not_to_have_url(re.compile("open=|view="))
    expect(row).to_be_visible()


def test_a_folded_step_is_opened_and_shown_by_a_search_however_often(page):
    step = page.locator(".stage .row.is-chosen")
    for _ in range(2):
        search(page, "step-20-17")
        expect(step).to_contain_text("step-20-17")
        expect(step).to_be_in_viewport(ratio=1)
        leave_editor(page)
        page.keyboard.press("f")
    assert "node=r" in page.url
    page.reload()
    expect(step).to_be_in_viewport(ratio=1)


def test_a_sub_topology_is_found_by_its_number(page):
    search(page, "sub-topology 18")
    expect(page.locator(".stage .is-found[data-sub-topology='18']")).to_be_in_viewport()


def test_a_part_is_shown_alone_and_its_path_leads_back(page):
    search(page, "step-20-17")
    page.get_by_label("Show 2 steps around this").click()
    path = page.get_by_role("navigation", name="Part of the topology")
    expect(path).to_contain_text("2 steps around step-20-17")
    expect(page.locator(".stage .row.step")).to_have_count(5)
    path.get_by_role("button", name="Sub-topology 20").click()
    expect(page.get_by_label("Sub-topology", exact=True)).to_have_value("20")
    path.get_by_role("button", name="Topology", exact=True).click()
    expect(page.locator(".stage .row.sub-topology")).not_to_have_count(0)


def test_a_filter_dims_what_does_not_match_until_escape(page):
    page.locator("summary", has_text="Filter").click()
    page.get_by_label("Keeps state").check()
    expect(page.locator("summary", has_text=re.compile(r"\d+ of \d+ match"))).to_be_visible()
    expect(page.locator(".stage .is-dim")).not_to_have_count(0)
    assert "filter=state" in page.url
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".stage .is-dim")).to_have_count(0)
