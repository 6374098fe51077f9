"""Constants of the profiler under MindSpore's path."""
