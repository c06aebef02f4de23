"""Programs as people have them: in a folder or an archive, among much that says nothing about a topology."""
