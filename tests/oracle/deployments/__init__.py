"""Applications that were really deployed over an older version of themselves, with what was seen."""
