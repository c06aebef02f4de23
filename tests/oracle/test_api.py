"""How javap's output becomes a list of methods."""

from tests.oracle.api import api_lines

JAVAP = """\
Compiled from "Named.java"
public class org.apache.kafka.streams.kstream.Named implements org.apache.kafka.streams.kstream.NamedOperation<X> {
  public org.apache.kafka.streams.kstream.Named(java.util.Map<java.lang.String, java.util.List<byte[]>>);
  public static final int SIZE;
  public static <K, V> org.apache.kafka.streams.kstream.Named as(java.lang.String) throws java.io.IOException;
  public abstract void use(org.apache.kafka.streams.kstream.Predicate<? super K, ? super V>...);
  public org.apache.kafka.streams.kstream.Named withName(java.lang.String);
  public java.lang.Object withName(java.lang.String);
}
"""


def test_methods_are_erased_and_sorted_and_bridges_left_out() -> None:
    assert api_lines(JAVAP) == [
        "Named.as(String) -> Named, static",
        "Named.new(Map) -> Named",
        "Named.use(Predicate...) -> void",
        "Named.withName(String) -> Named",
    ]
