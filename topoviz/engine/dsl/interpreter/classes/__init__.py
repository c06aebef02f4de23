"""The text's own classes: their objects, fields, statics and functions."""
