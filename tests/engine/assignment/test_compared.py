"""An answer says so where nobody compared the classes of its version."""

from tests.engine.assignment.clusters import application, client, rebalanced
from topoviz.engine.assignment.compared import doubt_about
from topoviz.engine.versions import KafkaVersion

TABLE = {"3.3.2": "3.3.2", "3.4.0": "-", "3.4.1": "3.4.2", "3.4.2": "3.4.2", "3.5.0": "-"}
ASKED = "Who gets which task at {} was not compared with Kafka Streams' own classes; {}."


def test_the_nearest_releases_whose_classes_were_asked_are_named():
    assert doubt_about(KafkaVersion(3, 4, 0), TABLE) == ASKED.format("3.4.0", "3.3.2 and 3.4.1 were")
    assert doubt_about(KafkaVersion(3, 5, 0), TABLE) == ASKED.format("3.5.0", "3.4.2 was")
    assert doubt_about(KafkaVersion(3, 6, 0), TABLE) == ASKED.format("3.6.0", "3.4.2 was")


def test_of_a_release_whose_code_is_that_of_one_that_was_asked_nothing_is_said():
    assert doubt_about(KafkaVersion(3, 4, 1), TABLE) is None
    assert doubt_about(KafkaVersion(3, 4, 2), TABLE) is None


def test_who_gets_which_task_rests_on_it():
    cluster = (client("a", ""), client("b", ""))

    assert rebalanced(application("4", "4.3.1"), *cluster).doubts == ()
