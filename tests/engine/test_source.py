"""Files, spans and the places they stand for."""

from topoviz.engine.source import Bundle, Position, SourceFile, Span


def test_columns_count_characters_and_offsets_count_bytes():
    file = SourceFile("A.java", "é = 1;\n😀 = 2;\n")

    assert file.position(0) == Position(1, 1)
    assert file.position(len("é ".encode())) == Position(1, 3)
    assert file.position(len("é = 1;\n😀 ".encode())) == Position(2, 3)


def test_windows_line_ends_do_not_move_lines():
    file = SourceFile("A.java", "a\r\nb\r\nc")

    assert [file.position(offset).line for offset in (0, 3, 6)] == [1, 2, 3]


def test_half_a_surrogate_pair_does_not_make_a_file_unreadable():
    assert SourceFile("A.java", "\ud83d").data == b"?"


def test_a_bundle_gives_the_text_and_place_of_a_span():
    bundle = Bundle((SourceFile("A.java", "first"), SourceFile("B.java", "x\nsecond")))
    span = Span(1, 2, 8)

    assert bundle.text_at(span) == "second"
    assert bundle.position_of(span) == ("B.java", Position(2, 1))


def test_a_span_covers_what_lies_inside_it_in_the_same_file():
    outer = Span(0, 2, 9)

    assert outer.covers(Span(0, 2, 9))
    assert not outer.covers(Span(0, 1, 5))
    assert not outer.covers(Span(0, 5, 10))
    assert not outer.covers(Span(1, 3, 5))
