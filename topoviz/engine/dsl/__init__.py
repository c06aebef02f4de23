"""What the calls of the DSL mean: values, the interpreter, and one module for each operator."""
