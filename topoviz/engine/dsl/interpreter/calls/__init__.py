"""What calls do: operators of the DSL, functions of the text, library methods, and what is not in the text."""
