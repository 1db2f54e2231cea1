"""Re-scores recorded deals under a chosen ruleset."""
