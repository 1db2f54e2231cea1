"""What is wrong with the pack of a ruleset, with what is buried, and with the bands that its points reach."""

from __future__ import annotations

import itertools
from typing import Any

from ingest.cards import BIG_JOKER, LITTLE_JOKER, parse_rank
from replay.worth import card_points

MOST_LEVELS = 127  # a record holds no greater gain


def deck_faults(values: dict[str, Any]) -> list[str]:
    """The arithmetic of the pack: the cards dealt are those there are, and the kitty holds what must be buried."""
    decks, jokers = values["deck.decks"], values["deck.jokers_per_deck"]
    hand, kitty = values["deck.hand_size"], values["deck.kitty_size"]
    sizes = (("deck.hand_size", hand), ("deck.kitty_size", kitty))
    faults = [f"{key}: must be above 0, for no record has a deal without" for key, size in sizes if not size]
    if 4 * hand + kitty != decks * (52 + jokers):
        faults.append(
            f"deck: 4 hands of {hand} and a kitty of {kitty} are {4 * hand + kitty} cards; "
            f"{decks} packs hold {decks * (52 + jokers)}"
        )
    least, most = values["bury.min_points"], most_points(values, kitty)
    if values["bury.forbid_points"] and least:
        faults.append("bury.min_points: no points may be buried (bury.forbid_points)")
    elif least > most:
        faults.append(f"bury.min_points: is {least}; a kitty of {kitty} cards holds at most {most} points")
    if kitty not in values["deck.kitty_size_allowed"]:
        faults.append(f"deck.kitty_size_allowed: does not hold deck.kitty_size {kitty}")
    return faults


def most_points(values: dict[str, Any], cards: int) -> int:
    """The most points that so many cards of the pack hold, at whichever level."""
    pack = [*range(LITTLE_JOKER), *(LITTLE_JOKER, BIG_JOKER)[: values["deck.jokers_per_deck"]]] * values["deck.decks"]
    worth = [
        sorted((card_points(values, card, parse_rank(level)) for card in pack), reverse=True)
        for level in values["levels.sequence"]
    ]
    return max((sum(held[:cards]) for held in worth), default=0)


def band_faults(values: dict[str, Any]) -> list[str]:
    """More points are never better for the dealer side, and no gain is greater than a record holds."""
    bands = values["score.bands"]
    whole = most_points(values, values["deck.decks"] * (52 + values["deck.jokers_per_deck"]))
    faults = []
    for at, (low, high) in enumerate(itertools.pairwise(bands), 1):
        if (low["side"], high["side"]) == ("defenders", "dealer"):
            faults.append(f"score.bands: band {at + 1}: is the dealer side's above one of the defenders")
    for at, band in enumerate(bands, 1):
        if wrong := _ref_fault(band):
            faults.append(f"score.bands: band {at}: {wrong}")
        elif (gain := _gain(band, whole, values)) > MOST_LEVELS:
            faults.append(f"score.bands: band {at}: gains up to {gain} levels; a record holds {MOST_LEVELS}")
    return faults


def _ref_fault(band: dict[str, Any]) -> str:
    """Levels are counted from ``ref`` outwards, so it lies at the end of its band that gains least, or beyond it."""
    if "ref" not in band:
        return ""
    name, word = ("max", "below") if band["side"] == "dealer" else ("min", "above")
    if name not in band:
        return f"has a ref and no {name}, so that levels grow to both sides of the ref"
    beyond = band["ref"] < band["max"] if name == "max" else band["ref"] > band["min"]
    return f"ref {band['ref']} is {word} {name} {band[name]}, so that levels grow to the wrong side" if beyond else ""


def _gain(band: dict[str, Any], whole: int, values: dict[str, Any]) -> int:
    """The most levels that a band gives; one without an end is taken to 0, or to all points of the pack, ``whole``."""
    side, gain = band["side"], band["levels"]
    if "ref" in band:
        dealer_end, defenders_end = ("min", min(0, band.get("max", 0))), ("max", max(whole, band.get("min", 0)))
        gain += abs(band.get(*(dealer_end if side == "dealer" else defenders_end)) - band["ref"]) // band["step"]
    cap = values["score.dealer_cap" if side == "dealer" else "score.defender_cap"]
    return int(min(gain, cap) if cap else gain)
