"""Names that somebody might choose in order to break a text that Mermaid, PlantUML or GitHub reads."""

from tests.rendering import hostile

INTO_MERMAID = (
    'x"]; click r0 "javascript:alert(1)"',
    '%%{init: {"securityLevel": "loose"}}%%',
    "%% comment",
    "end",
    "subgraph x",
    "`**bold**`",
    "**bold** _low_ ~~gone~~",
    "#quot; #35; #lt;script#gt; &lt;b&gt;",
    "ﬂ°°60¶ßscriptﬂ°°62¶ß",
    "1. a list",
    "- a list",
    "+ a list",
    "# heading",
    "> quote",
    "---",
    "    code",
    "https://evil.example/x www.evil.example a@evil.example",
    "fa:fa-car fab:fa-github",
    "$$x^2$$ $$$x$$$",
    "style a: #35; classDef b: #36;",
    ":::evil",
    "@{ shape: evil }",
    "a --> b",
    r"line\nbreak \\n",
    "[[x]] ((x)) {{x}}",
    "</div><img src=x onerror=alert(1)>",
)

INTO_PLANTUML = (
    "!include /etc/passwd",
    "@enduml",
    "@startuml",
    "' comment",
    "/' comment '/",
    "end legend",
    "<img:https://evil.example/x.png>",
    "[[https://evil.example x]]",
    '**bold** //it// __un__ --gone-- ""mono""',
    "<b>x</b><color:red>y</color><size:90>z</size>",
    "<&wifi> <$sprite> <:smile:> <<stereotype>>",
    "<U+0041> &#65; &#x41;",
    "%date() %newline() %n()",
    "$var ${x} !$x=1",
    "<math>x</math> <latex>x</latex>",
    "----",
    "....",
    "= heading",
    "|= a | b |",
    "<style>x</style>",
    "{{ }}",
)

INTO_MARKDOWN = (
    "```",
    "~~~",
    "![x](https://evil.example/x.png)",
    "[x](javascript:alert(1))",
    "[x]: https://evil.example",
    "</details>",
    "<!-- comment",
    "@somebody #1 evil/evil#1",
    ":smile:",
    "[ ] task",
    "| a | b |",
    "[^1]",
    "$`x`$",
)

ALL = hostile.ALL + INTO_MERMAID + INTO_PLANTUML + INTO_MARKDOWN
"""No name, whatever is in it, becomes anything but text in a form."""
