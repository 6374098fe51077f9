"""What is done in the first calls of an operation instead of compiling it, with the same bits."""
