"""Where programs start: what Java, a framework or nobody in the text calls."""

from tests.engine.analyzing import analysis_of, topics_read

COMMANDS = """
import java.util.*;
import org.apache.kafka.streams.*;
public class Main {
    static final Map<String, java.util.function.Consumer<String[]>> COMMANDS = new HashMap<>();
    static { COMMANDS.put("count", WordCount::main); }
    public static void main(String[] args) { COMMANDS.get(args[0]).accept(args); }
}
class WordCount {
    public static void main(String[] args) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("words").to("counts");
        new KafkaStreams(builder.build(), new Properties()).start();
    }
}
"""

RUNNER = """
import java.util.Properties;
import org.apache.kafka.streams.*;
import org.springframework.boot.*;
@SpringBootApplication
public class App implements CommandLineRunner {
    public static void main(String[] args) { SpringApplication.run(App.class, args); }
    @Override
    public void run(String... args) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("words").to("counts");
        new KafkaStreams(builder.build(), new Properties()).start();
    }
}
"""

BY_NAME = """
import java.util.Properties;
import org.apache.kafka.streams.*;
interface Job { void perform(String url); }
class Words implements Job {
    public void perform(String url) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("words").to("counts");
        new KafkaStreams(builder.build(), new Properties()).start();
    }
}
class Help implements Job {
    public void perform(String url) { extend(new StreamsBuilder()); }
    void extend(StreamsBuilder builder) { }
}
public class App {
    @Autowired ApplicationContext context;
    void start(String name) {
        context.getBean(name, Job.class).perform("here");
    }
}
"""

GIVEN_A_BUILDER = """
import org.apache.kafka.streams.*;
class Words implements Plugin {
    public void extend(StreamsBuilder builder) { builder.stream("words").to("counts"); new StreamsBuilder(); }
}
public class App {
    static Topology topology(Plugins plugins) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("orders").to("paid");
        plugins.first().extend(builder);
        return builder.build();
    }
}
"""

TWO_MAKERS = """
import org.apache.kafka.streams.*;
class First { static Topology make() { return of("first"); }
    static Topology of(String topic) {
        StreamsBuilder b = new StreamsBuilder(); b.stream(topic).to("o"); return b.build();
    }
}
class Second { static Topology make() { return First.of("second"); } }
public class App { public static void main(String[] args) { new KafkaStreams(First.make(), null); } }
"""

TWO_WAYS = """
import org.apache.kafka.streams.*;
class Greeter {
    public static Topology build() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("names").to("greetings");
        return builder.build();
    }
    public static Topology slowly() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("slow-names").to("greetings");
        return builder.build();
    }
}
"""

OF_A_BASE = """
import org.apache.kafka.streams.*;
abstract class Base {
    abstract Topology make();
    void start() { new KafkaStreams(make(), null).start(); }
}
class Words extends Base {
    Topology make() { StreamsBuilder b = new StreamsBuilder(); b.stream("words").to("o"); return b.build(); }
}
class Numbers extends Base {
    Topology make() { StreamsBuilder b = new StreamsBuilder(); b.stream("numbers").to("o"); return b.build(); }
}
public class App {
    public static void main(String[] args) { Base app = new Words(); app.start(); }
}
"""

BEHIND_A_CONDITION = """
import org.apache.kafka.streams.*;
class Words {
    Topology make() { StreamsBuilder b = new StreamsBuilder(); b.stream("words").to("o"); return b.build(); }
}
class Numbers {
    Topology another() { StreamsBuilder b = new StreamsBuilder(); b.stream("numbers").to("o"); return b.build(); }
}
public class App {
    static final boolean IS_COUNTING = false;
    public static void main(String[] args) {
        new KafkaStreams(IS_COUNTING ? new Numbers().another() : new Words().make(), null);
    }
}
"""


def test_a_main_is_a_start_even_if_a_map_of_commands_has_it() -> None:
    analysis = analysis_of(COMMANDS)
    assert topics_read(analysis) == ["words"]
    assert not analysis.is_unsure


def test_run_of_a_library_class_is_not_a_call_of_a_method_called_run() -> None:
    analysis = analysis_of(RUNNER)
    assert topics_read(analysis) == ["words"]
    assert not analysis.is_unsure


def test_a_function_that_an_unknown_object_may_be_asked_for_is_a_start() -> None:
    assert topics_read(analysis_of(BY_NAME)) == ["words"]


def test_a_function_that_gets_a_builder_of_somebody_else_is_none() -> None:
    analysis = analysis_of(GIVEN_A_BUILDER)
    assert topics_read(analysis) == ["orders"]
    assert analysis.is_unsure


def test_a_method_of_one_class_is_not_called_by_the_name_of_another() -> None:
    analysis = analysis_of(TWO_MAKERS)
    assert topics_read(analysis) == ["first"]
    assert [one.topology.nodes[0].topics for one in analysis.not_started if one.topology] == [("second",)]


WAITING = """
import org.apache.kafka.streams.*;
class First {
    public static void main(String[] args) throws InterruptedException {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("first").to("o");
        new KafkaStreams(builder.build(), null).start();
        while (true) {
            try { Thread.sleep(5000); } catch (InterruptedException e) { break; }
        }
    }
}
class Second {
    public static void main(String[] args) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("second").to("o");
        new KafkaStreams(builder.build(), null).start();
    }
}
"""


def test_a_loop_in_which_one_program_waits_is_nothing_to_the_next() -> None:
    analysis = analysis_of(WAITING)
    assert topics_read(analysis) == ["first", "second"]
    assert not analysis.is_unsure


def test_a_function_called_like_one_of_a_builder_is_a_start_if_nobody_calls_it() -> None:
    analysis = analysis_of(TWO_WAYS)
    assert sorted(topics_read(analysis)) == ["names", "slow-names"]
    assert not analysis.is_unsure


def test_what_a_subclass_makes_is_shown_even_if_nobody_makes_the_subclass() -> None:
    analysis = analysis_of(OF_A_BASE)
    assert topics_read(analysis) == ["words", "numbers"]
    assert not analysis.is_unsure


def test_a_function_behind_a_condition_that_is_false_is_not_a_start() -> None:
    assert topics_read(analysis_of(BEHIND_A_CONDITION)) == ["words"]
