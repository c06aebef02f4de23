"""What the changelogs of stores hold, as somebody measured it: what restoring takes."""
