"""Seeded self-play: whole matches by four bots under a ruleset, as lines of ``shengji-deal/1``."""

from replay.selfplay.match import play, play_match
from replay.selfplay.playable import SelfPlayError

__all__ = ["SelfPlayError", "play", "play_match"]
