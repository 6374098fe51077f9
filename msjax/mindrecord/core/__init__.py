"""MindSpore's path of what the readers and writers of MindRecord share."""
