"""A lag history from the workbench to its report, in a real browser with real Spark behind it."""

import re

import pytest

from tests.e2e.bench import drawn, share
from tests.e2e.test_accessibility import violations
from tests.pace import PATIENCE

pytestmark = pytest.mark.xdist_group("pages")

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

HEADER = "timestamp,group,topic,partition,log_end_offset,committed_offset"


def history(topic, rounds=60, hot=2):
    lines = [HEADER]
    for number in range(1, rounds):
        for partition in range(4):
            end = (9_000 if partition == hot else 1_000) * number
            time = 1_700_000_000 + 30 * number
            lines.append(f"{time},app,{topic},{partition},{end},{min(end, 1_000 * number)}")
    return "\n".join(lines).encode()


def test_a_history_is_uploaded_understood_and_shared(open_page):
    page = drawn(open_page)
    with page.expect_request("**/api/v1/lag-reports/announcement") as announced:
        page.get_by_role("tab", name="Lag", exact=True).click()
    assert announced.value.post_data_json == {"bytes": 0}
    expect(page.locator("#view")).to_contain_text("says which task is slow")
    page.locator("#view input[type=file]").set_input_files(
        {"name": "<b>lag*.csv", "mimeType": "text/csv", "buffer": history("orders")}
    )
    page.get_by_role("button", name="Upload").last.click()
    page.wait_for_url("**/r/*")
    finding = page.get_by_text("Task 0_2 holds 100 % of the lag").first
    finding.wait_for(timeout=PATIENCE * 1_000)
    expect(page.get_by_role("heading", name="On the topology")).to_be_visible()
    expect(page.locator(".stage svg")).to_contain_text("behind")
    assert violations(page) == []
    link = share(page)

    guest = open_page(link)
    expect(guest.get_by_text("Task 0_2 holds 100 % of the lag").first).to_be_visible()
    expect(guest.locator(".stage svg")).to_contain_text("behind")
    assert guest.request.get(guest.get_by_role("link", name="Tasks, CSV").get_attribute("href")).ok
    plain = open_page(link, java_script_enabled=False)
    expect(plain.locator("body")).to_contain_text("Task 0_2 holds 100 % of the lag")

    # What was taken off the list of this device is listed again when it is opened.
    report = page.url
    page.goto("/")
    page.get_by_role("button", name="Remove all").click()
    page.get_by_role("button", name=re.compile(r"^Remove all \d")).click()
    expect(page.locator(".recent .one")).to_have_count(0)
    page.goto(report)
    page.get_by_role("link", name="Open the topology").click()
    page.get_by_role("tab", name="Lag", exact=True).click()
    listed = page.get_by_role("region", name="Reports on this device")
    listed.get_by_role("link").click()
    page.wait_for_url("**/r/*")
    page.get_by_role("button", name="Delete", exact=True).click()
    assert violations(page) == []
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    page.wait_for_url("**/a/*")
    page.get_by_role("tab", name="Lag", exact=True).click()
    page.get_by_role("heading", name="Which task is slow?").wait_for()
    expect(listed).to_have_count(0)
    assert guest.request.get(link).status == 404


def test_what_is_no_history_says_what_to_do(open_page):
    page = drawn(open_page)
    page.get_by_role("tab", name="Lag", exact=True).click()
    page.locator("#view input[type=file]").set_input_files(
        {"name": "lag.csv", "mimeType": "text/csv", "buffer": b"time,topic\n1,2\n"}
    )
    page.get_by_role("button", name="Upload").last.click()
    page.wait_for_url("**/r/*")
    expect(page.locator("body")).to_contain_text("log_end_offset", timeout=PATIENCE * 1_000)
    page.get_by_role("link", name="Upload another").click()
    listed = page.get_by_role("region", name="Reports on this device")
    expect(listed).to_contain_text("lag.csv · could not be made")
