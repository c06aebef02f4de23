"""Rules, one a file: each looks at two versions for one kind of change and says what it means."""
