"""Which modules a module needs, as its build files say it; what is not sure is not said."""

import pytest

from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.syntax.build_files import find_modules

PARENT = "<parent><groupId>g</groupId><artifactId>all</artifactId></parent>"
OF_GROUP = "<groupId>g</groupId>"
DROPPED = "testImplementation project(':b')"
OF_B = "implementation project(':b')"
SIBLING = "<dependency><groupId>g</groupId><artifactId>%s</artifactId>%s</dependency>"


def pom(artifact, *needed, inside="", scope=""):
    wanted = "".join(SIBLING % (one, scope) for one in needed)
    return (
        f"<project>{PARENT}<artifactId>{artifact}</artifactId><dependencies>{wanted}</dependencies>{inside}</project>"
    )


def gradle(*lines, around="dependencies"):
    return "\n".join((f"{around} {{", *lines, "}"))


IN_PROFILE = f"<profiles><profile><dependencies>{SIBLING % ('b-lib', '')}</dependencies></profile></profiles>"
MAVEN = {
    "a/pom.xml": pom("a-lib"),
    "b/pom.xml": pom("b-lib"),
    "pom.xml": "<project><artifactId>all</artifactId></project>",
}
GRADLE = {"a/build.gradle": "", "b/build.gradle.kts": "", "settings.gradle": "include ':a', ':b', ':app'"}
OTHER = {"other/settings.gradle": "include ':b'", "other/b/build.gradle": ""}
MOVED = {"settings.gradle": "project(':c').projectDir = file('a')"}
DEEP = {"libs/my-core/build.gradle.kts": "", "settings.gradle.kts": 'include(":libs:my-core", ":app")'}


@pytest.mark.parametrize(
    ("files", "needed"),
    [
        ({**MAVEN, "app/pom.xml": pom("app", "a-lib")}, {"a"}),
        ({**MAVEN, "app/pom.xml": pom("app", "a-lib"), "a/pom.xml": pom("a-lib", "b-lib")}, {"a", "b"}),
        ({**MAVEN, "app/pom.xml": pom("app", "a-lib", scope="<scope>test</scope>")}, set()),
        ({**MAVEN, "app/pom.xml": pom("app", inside=IN_PROFILE)}, {"b"}),
        ({**MAVEN, "app/pom.xml": pom("app"), "pom.xml": pom("all", "b-lib").replace(PARENT, OF_GROUP)}, {"b"}),
        ({**MAVEN, "app/pom.xml": pom("app", "${lib}")}, None),
        ({**MAVEN, "app/pom.xml": "<project"}, None),
        ({**MAVEN, "app/pom.xml": pom("app", "a-lib"), "a/pom.xml": "<project"}, None),
        ({**GRADLE, "app/build.gradle": gradle("implementation project(':a')", DROPPED)}, {"a"}),
        ({**GRADLE, "app/build.gradle": gradle("api project(path: ':a')"), "a/build.gradle": gradle(OF_B)}, {"a", "b"}),
        ({**GRADLE, "app/build.gradle.kts": gradle("implementation(project(it))")}, None),
        ({**GRADLE, "app/build.gradle.kts": gradle('implementation(project(":gone"))')}, None),
        ({**GRADLE, "app/build.gradle": "", "build.gradle": gradle(gradle(OF_B), around="subprojects")}, {"b"}),
        ({**GRADLE, "app/build.gradle": "", "buildSrc/src/main/groovy/x.gradle": gradle(OF_B)}, {"b"}),
        ({**GRADLE, **MOVED, "app/build.gradle": gradle("api project(':c')")}, {"a"}),
        ({**DEEP, "app/build.gradle.kts": gradle("implementation(projects.libs.myCore)")}, {"libs/my-core"}),
        ({**DEEP, "app/build.gradle.kts": gradle('api(project(":libs:my-core")) { because("x") }')}, {"libs/my-core"}),
        ({**GRADLE, **OTHER, "app/build.gradle": gradle(OF_B)}, {"b"}),
        ({"app/src/main/java/App.java": ""}, None),
    ],
)  # fmt: skip
def test_what_a_module_needs_follows_from_build_files(files, needed):
    bundle = Bundle(tuple(SourceFile(name, text) for name, text in files.items()))
    found = find_modules(bundle).needs.get("app")

    assert found == (None if needed is None else {"app", *needed})
