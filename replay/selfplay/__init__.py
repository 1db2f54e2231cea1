"""Seeded self-play: whole matches by four bots under a ruleset, as lines of ``shengji-deal/1``."""

from replay.selfplay.match import play, play_match

__all__ = ["play", "play_match"]
