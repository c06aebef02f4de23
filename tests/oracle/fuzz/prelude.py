"""The small classes that random programs use: processors and transformers, and suppliers that bring a store along."""

from __future__ import annotations

from typing import Final

from tests.oracle.fuzz.program import words

_API: Final = "org.apache.kafka.streams.processor.api."


def _supplier(name: str, parameters: str, implements: str, gives: str, made: str) -> str:
    return f"""\
    static class {name}<{parameters}> implements {implements} {{
        private final StoreBuilder<?> store;

        {name}(StoreBuilder<?> store) {{
            this.store = store;
        }}

        @Override
        public {gives} get() {{
            return new {made}<{parameters}>();
        }}

        @Override
        public Set<StoreBuilder<?>> stores() {{
            return Collections.singleton(store);
        }}
    }}
"""


def _transformer(name: str, parameters: str, implements: str, method: str) -> str:
    return f"""\
    static class {name}<{parameters}> implements {implements} {{
        @Override
        public void init(ProcessorContext context) {{
        }}

        @Override
        public R transform({method}) {{
            return null;
        }}

        @Override
        public void close() {{
        }}
    }}
"""


CLASSES: Final = {
    "Watching": """\
    static class Watching<K, V> extends AbstractProcessor<K, V> {
        @Override
        public void process(K key, V value) {
        }
    }
""",
    "Passing": f"""\
    static class Passing<K, V, A, B> implements {_API}Processor<K, V, A, B> {{
        @Override
        public void process({_API}Record<K, V> record) {{
        }}
    }}
""",
    "Fixing": f"""\
    static class Fixing<K, V, A> implements {_API}FixedKeyProcessor<K, V, A> {{
        @Override
        public void process({_API}FixedKeyRecord<K, V> record) {{
        }}
    }}
""",
    "Transforming": _transformer("Transforming", "K, V, R", "Transformer<K, V, R>", "K key, V value"),
    "ValueTransforming": _transformer("ValueTransforming", "V, R", "ValueTransformer<V, R>", "V value"),
    "KeyedTransforming": _transformer(
        "KeyedTransforming", "K, V, R", "ValueTransformerWithKey<K, V, R>", "K key, V value"
    ),
    "WatchingSupplier": _supplier(
        "WatchingSupplier", "K, V", "ProcessorSupplier<K, V>", "Processor<K, V>", "Watching"
    ),
    "PassingSupplier": _supplier(
        "PassingSupplier", "K, V, A, B", f"{_API}ProcessorSupplier<K, V, A, B>", f"{_API}Processor<K, V, A, B>",
        "Passing",
    ),
    "FixingSupplier": _supplier(
        "FixingSupplier", "K, V, A", f"{_API}FixedKeyProcessorSupplier<K, V, A>", f"{_API}FixedKeyProcessor<K, V, A>",
        "Fixing",
    ),
    "TransformingSupplier": _supplier(
        "TransformingSupplier", "K, V, R", "TransformerSupplier<K, V, R>", "Transformer<K, V, R>", "Transforming"
    ),
    "ValueTransformingSupplier": _supplier(
        "ValueTransformingSupplier", "V, R", "ValueTransformerSupplier<V, R>", "ValueTransformer<V, R>",
        "ValueTransforming",
    ),
    "KeyedTransformingSupplier": _supplier(
        "KeyedTransformingSupplier", "K, V, R", "ValueTransformerWithKeySupplier<K, V, R>",
        "ValueTransformerWithKey<K, V, R>", "KeyedTransforming",
    ),
}  # fmt: skip
"""Java classes by name; a program declares those that it speaks of."""


def needed_classes(text: str) -> list[str]:
    """Give the classes that a program's text speaks of, and those that they make, in the table's order."""
    wanted = CLASSES.keys() & set(words(text))
    wanted |= {name.removesuffix("Supplier") for name in wanted}
    return [CLASSES[name] for name in CLASSES if name in wanted]
