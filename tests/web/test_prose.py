"""`{{ sentence|with_code }}`."""

import pytest

from topoviz.web.templatetags.prose import with_code


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("`to` on line 10.", "<code>to</code> on line 10."),
        ("no names", "no names"),
        ("one ` alone", "one ` alone"),
        ("`<b>` & <i>", "<code>&lt;b&gt;</code> &amp; &lt;i&gt;"),
    ],
)
def test_names_are_marked_and_everything_is_escaped(sentence, expected):
    assert with_code(sentence) == expected
