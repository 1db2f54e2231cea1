"""Speed and memory, each beside a yardstick: `make bench`. Timings are never tests."""
