"""Faults planted in the kernel one at a time, to see that a named test catches each: `make mutants`."""
