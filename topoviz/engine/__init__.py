"""The engine: text in, analysis out. It knows no Django, no Graphviz and no Spark."""
