"""What is said of the forms, here and in the page's menu."""

import re

from topoviz.rendering.forms.model import ABOUT, Form


def test_the_menu_of_the_page_has_every_form_under_its_title(project):
    menu = (project / "frontend" / "src" / "model" / "forms.ts").read_text(encoding="utf-8")

    lines = re.findall(r'\{ form: "(\w+)", label: "([^"]+)", .+ isText: (true|false) \}', menu)
    said = {form: (label, is_text == "true") for form, label, is_text in lines}
    assert said.items() >= {form.value: (ABOUT[form].title, ABOUT[form].is_text) for form in Form}.items()
    assert said.keys() - set(Form) == {"txt", "json"}
