"""The forms that a lag history comes in: each a module that knows its form by content, and turns it into rows."""
