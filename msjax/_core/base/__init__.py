"""What everything else stands on: dtypes, errors, checks, the state of a thread and its record."""
