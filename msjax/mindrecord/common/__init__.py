"""MindSpore's path of the errors of MindRecord."""
