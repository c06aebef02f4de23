"""`topoviz check`: what a program is and what a change does to it, in the forms that builds and reviewers read."""
