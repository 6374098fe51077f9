"""The context, process groups, streams and feeds of a running program."""
