"""The one comment of a pull request or merge request, which later checks write anew; one forge a file."""
