"""The forms in which a view is given to people and programs: pictures, texts of other tools, Markdown."""
