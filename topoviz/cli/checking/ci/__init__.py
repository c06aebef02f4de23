"""What machines that build say about themselves: the branch, the commit and the pull request, one kind a file."""
