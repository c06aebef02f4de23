"""Sentences about days, from figures that are at hand."""

from dataclasses import fields

from topoviz.lag.days.find import find
from topoviz.lag.days.report import About, Compared, Figures, Of, Sides


def test_names_stay_as_they_are_written_where_a_sentence_begins_with_them():
    known = {"of": Of.PARTITION, "name": "Orders-EU-3", "compared": Sides(100.0, 9000.0, 10.0, 10.0, 10.0, 900.0)}
    figures = Figures(**dict.fromkeys((one.name for one in fields(Figures)), None) | known)
    (worse,) = find([figures], [], [], [], Compared("2026-03-16", "2026-03-09", 24))
    assert worse.about is About.WORSE
    assert worse.sentence.startswith("Partition Orders-EU-3 lags more on 2026-03-16 than on 2026-03-09: 9,000 records")
