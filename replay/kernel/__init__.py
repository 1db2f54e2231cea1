"""The rules of play as plain functions over flat integers, compiled with Numba or run as they are."""
