"""Lists in pages: every row once, whatever is added meanwhile, and one query a page."""

import pytest
from django.db.models import F

from topoviz.web.accounts.models import Team
from topoviz.web.documents.paging import BadCursor, page_of

pytestmark = pytest.mark.django_db

SORTS = {"name": "name", "created": "created"}


@pytest.fixture
def teams():
    return [Team.objects.create(name=name) for name in ("b", "a", "c", "b", "a")]


def pages(sort, size=2, between=lambda: None):
    cursor, seen = "", []
    while cursor is not None:
        page = page_of(Team.objects.all(), SORTS, sort, cursor=cursor, size=size)
        assert len(page.rows) <= size
        seen += page.rows
        cursor = page.next_cursor
        between()
    return seen


@pytest.mark.parametrize("sort", ["name", "-name", "created", "-created"])
@pytest.mark.parametrize("size", [1, 2, 5, 6])
def test_every_row_comes_once_and_in_order(teams, sort, size):
    seen = pages(sort, size)

    way = f"{'-' * sort.startswith('-')}pk"
    assert seen == list(Team.objects.order_by(sort, way))


def test_what_is_added_in_front_meanwhile_shifts_nothing(teams):
    seen = pages("-created", between=lambda: Team.objects.create(name="new"))

    assert seen == list(reversed(teams))


def test_a_page_takes_one_query(teams, django_assert_num_queries):
    cursor = page_of(Team.objects.all(), SORTS, "name", size=2).next_cursor
    with django_assert_num_queries(1):
        page_of(Team.objects.all(), SORTS, "name", cursor=cursor, size=2)


def test_an_annotation_can_be_an_order(teams):
    called = Team.objects.annotate(called=F("name"))
    first = page_of(called, {"called": "called"}, "called", size=2)
    second = page_of(called, {"called": "called"}, "called", cursor=first.next_cursor, size=2)

    assert [one.name for one in (*first.rows, *second.rows)] == ["a", "a", "b", "b"]


@pytest.mark.parametrize("cursor", ["x", "a:b", "é", "\0", "x" * 5000])
def test_what_is_no_cursor_is_refused(teams, cursor):
    with pytest.raises(BadCursor):
        page_of(Team.objects.all(), SORTS, "name", cursor=cursor)


def test_a_cursor_of_another_order_is_refused(teams):
    cursor = page_of(Team.objects.all(), SORTS, "name", size=1).next_cursor

    with pytest.raises(BadCursor):
        page_of(Team.objects.all(), SORTS, "-name", cursor=cursor)
