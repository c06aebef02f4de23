"""What a file is, told from its content alone, without Spark."""

import struct

import pytest

from tests.lag.histories import COLUMNS, history, write_capture, write_csv, write_parquet
from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.model import Kind
from topoviz.lag.limits import Limits
from topoviz.lag.rejected import safe_cell
from topoviz.lag.upload import check, keep

HEADER = ",".join(COLUMNS)
ROW = "2026-03-02T10:00:00Z,app,orders,0,100,90,client"

BAD = {
    "an empty file": (b"", "empty"),
    "blank lines alone": (b"\n \n\r\n", "empty"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary"),
    "text with a NUL": (HEADER.encode() + b"\n\0", "binary"),
    "gzip": (b"\x1f\x8b\x08\0", "packed"),
    "a spreadsheet": (b"PK\x03\x04xl/", "packed"),
    "a poem": (b"Shall I compare thee\nto a summer's day?\n", "not-a-history"),
    "metrics of other things": (b"# HELP up Build info\n# TYPE up gauge\nup 1\n", "no-lag-metrics"),
    "a header without offsets": (b"timestamp,group,topic,partition\n", "wrong-columns"),
    "too many columns": ((HEADER + ",x" * 60).encode() + b"\n", "too-many-columns"),
    "Parquet cut off": (b"PAR1" + b"\x15" * 40, "bad-parquet"),
    "Parquet with a footer of noise": (b"PAR1" + b"\xff" * 40 + struct.pack("<I", 40) + b"PAR1", "bad-parquet"),
}
HEADERS = {
    "as documented": HEADER,
    "in capitals with blanks": "Timestamp , GROUP, Topic ,Partition, Log End Offset, Committed-Offset, Client ID",
    "with a byte order mark": "\ufeff" + HEADER,
    "with semicolons": HEADER.replace(",", ";"),
    "with tabs": HEADER.replace(",", "\t"),
    "in quotes": '"' + HEADER.replace(",", '","') + '"',
    "in another order with more": "note,client_id,topic,partition,group,committed_offset,log_end_offset,timestamp",
}


def put(tmp_path, data):
    path = tmp_path / "history"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_history_is_refused_with_a_sentence(name, tmp_path):
    data, code = BAD[name]
    with pytest.raises(BadHistory) as caught:
        check(put(tmp_path, data))
    assert caught.value.code == code
    assert caught.value.sentence.strip()
    assert caught.value.next_step.endswith(".")


def test_missing_columns_are_named(tmp_path):
    with pytest.raises(BadHistory, match="lacks log_end_offset, committed_offset; it has timestamp, group, topic"):
        check(put(tmp_path, b"timestamp,group,topic,partition\n"))


@pytest.mark.parametrize("name", HEADERS)
def test_headers_are_read_as_spreadsheets_write_them(name, tmp_path):
    upload = check(put(tmp_path, (HEADERS[name] + "\r\n").encode()))
    assert upload.kind is Kind.CSV
    assert set(COLUMNS) <= set(upload.columns)


def test_a_spreadsheets_unicode_text_becomes_utf_8(tmp_path):
    path = put(tmp_path, f"{HEADER}\n{ROW}\n".replace(",", "\t").encode("utf-16"))
    upload = keep(check(path), tmp_path / "kept", Limits())
    assert upload.separator == "\t"
    assert upload.path.read_text(encoding="utf-8").splitlines()[1] == ROW.replace(",", "\t")


@pytest.mark.parametrize(
    ("write", "kind"), [(write_csv, "csv"), (write_capture, "capture"), (write_parquet, "parquet")]
)
def test_the_form_is_told_by_content_not_by_name(write, kind, tmp_path):
    path = write(history(1, minutes=1).rows, tmp_path / "history.zip")
    assert check(path).kind.value == kind


def test_size_is_limited(tmp_path):
    path = put(tmp_path, f"{HEADER}\n".encode() + f"{ROW}\n".encode() * 50)
    with pytest.raises(BadHistory, match="the limit is 1,000"):
        check(path, Limits(max_bytes=1000))
    with pytest.raises(BadHistory, match="the limit is 10"):
        keep(check(path), tmp_path / "kept", Limits(max_rows=10))


def test_parquet_is_limited_by_the_rows_it_claims(tmp_path):
    path = write_parquet(history(1, minutes=5).rows, tmp_path / "history")
    with pytest.raises(BadHistory, match="160 rows; the limit is 100"):
        check(path, Limits(max_rows=100))


@pytest.mark.parametrize("data", [b"x" * 200_000, b"a\n" + b"x" * 200_000, b"x" * 200_000 + b"\n"])
def test_a_line_that_would_fill_the_memory_is_refused(data, tmp_path):
    path = put(tmp_path, f"{HEADER}\n".encode() + data)
    with pytest.raises(BadHistory, match=r"a line of more than 65,536 bytes"):
        keep(check(path), tmp_path / "kept", Limits())


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@sum", "\tx", "\rx", "\0=x"])
def test_no_cell_of_an_export_is_a_formula(text):
    assert safe_cell(text)[0] == "'"
    assert "\0" not in safe_cell(text)


def test_other_cells_stay_as_they_are():
    assert safe_cell("orders-1") == "orders-1"
