"""Which rulesets self-play can play: what it does at the table is one way of each of these keys."""

from __future__ import annotations

from typing import Any

from replay.ruleset import Ruleset

RUNGS = (["level_single"], ["level_pair"], ["small_joker_pair"], ["big_joker_pair"])
PLAYABLE: dict[str, tuple[Any, ...]] = {
    "deck.decks": (2,),
    "declare.timing": ("during_deal",),
    "declare.joker_companion": ("none",),
    "declare.reinforce": ("never", "before_override", "repeat"),
    "declare.reinforce_lock": ("none",),
    "declare.first_change_locks": (False,),
    "declare.override_moves_dealer_later": (False,),
    "declare.who_later": ("anyone",),
    "declare.none_declared_first_deal": ("redeal", "no_trump"),
    "declare.none_declared": ("redeal", "flip_first_suit", "no_trump"),
    "declare.flipped_joker": ("continue",),
    "kitty_exchange.enabled": (False,),
    "dealer.first": ("declarer",),
    "bury.min_points": (0,),
}


class SelfPlayError(Exception):
    """Self-play could not begin; the message has a sentence for each reason."""


def check_playable(ruleset: Ruleset) -> None:
    """Raises ``SelfPlayError`` with a sentence for every key whose value self-play does not play."""
    faults = [
        f"{key}: selfplay does not play {ruleset.values[key]!r}, only {' or '.join(map(repr, known))}."
        for key, known in PLAYABLE.items()
        if ruleset.values[key] not in known
    ]
    faults += [
        f"declare.ladder: selfplay does not play the bid {' + '.join(bid)}."
        for bid in ruleset.values["declare.ladder"]
        if bid not in RUNGS
    ]
    if faults:
        raise SelfPlayError("\n".join(f"ruleset {ruleset.id}: {fault}" for fault in faults))
