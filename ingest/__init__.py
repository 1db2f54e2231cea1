"""Reads game logs into a lake of immutable, ruleset-free deal records."""
