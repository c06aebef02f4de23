"""Places for cards and right-angled ways for the lines between them, from sizes alone; Graphviz finds most of them."""
