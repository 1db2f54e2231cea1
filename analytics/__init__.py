"""Questions to a lake: the SQL catalog, its views, and metrics with their intervals."""
