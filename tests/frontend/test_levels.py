"""The page says how much a change asks for in the words of the engine."""

import re

from topoviz.engine.changes.finding import Level


def test_levels_have_the_words_of_the_engine_the_worst_first(project):
    text = (project / "frontend/src/model/compare/levels.ts").read_text(encoding="utf-8")

    said = re.findall(r'\{ level: "(.+?)", words: "(.+?)", tone: "\w+" \}', text)
    assert said == [(level.name.lower().replace("_", "-"), level.words) for level in reversed(Level)]
