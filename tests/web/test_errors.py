"""Addresses that are not there, and our own mistakes."""

import pytest


def test_an_unknown_address_says_so(client):
    response = client.get("/nowhere")

    assert response.status_code == 404
    assert "There is nothing at this address" in response.content.decode()


def test_a_mistake_of_ours_says_so_and_shows_no_details(client, monkeypatch):
    def broken(variables):
        raise RuntimeError("a detail")

    monkeypatch.setattr("topoviz.web.pages.health.look_at_everything", broken)
    client.raise_request_exception = False

    response = client.get("/health")

    assert response.status_code == 500
    assert "topoviz made a mistake" in response.content.decode()
    assert "a detail" not in response.content.decode()


@pytest.mark.parametrize("name", ["topoviz/topoviz.css", "topoviz/icon.svg"])
def test_the_pages_static_files_are_there_under_their_hashed_names(client, name):
    from django.contrib.staticfiles.storage import staticfiles_storage

    address = staticfiles_storage.url(name)

    assert address.rpartition("/")[2] != name.rpartition("/")[2]
    assert staticfiles_storage.exists(staticfiles_storage.stored_name(name))
