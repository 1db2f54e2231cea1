"""Checks a resolved ruleset against the schema: each fault is a sentence that names its key."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Callable
from typing import Any

from replay.kernel.layout import MAX_BANDS
from replay.schema import HEADER, KEYS, RANKS, STATUSES, Key

STEP = 5  # points come in fives
MOST = 1000  # no number of a ruleset is greater: the kernel counts in int32
LONGEST = 12  # pairs of the longest tractor in a hand


def faults_of(header: dict[str, Any], values: dict[str, Any]) -> list[str]:
    """All faults of a resolved ruleset, in the order of its keys; empty if it is sound."""
    faults = _header_faults(header)
    for key, value in values.items():
        spec = KEYS.get(key)
        if spec is None:
            near = difflib.get_close_matches(key, KEYS, n=1)
            faults.append(f"{key}: is no key of a ruleset" + (f"; did you mean {near[0]}?" if near else ""))
            continue
        faults += [f"{key}: {fault}" for fault in _value_faults(spec, value)]
    faults += [f"{key}: is missing" for key in KEYS if key not in values]
    return faults or _deck_faults(values) + _level_faults(values)


def _header_faults(header: dict[str, Any]) -> list[str]:
    faults = [
        f"{key}: must be a {kind.__name__}"
        for key, kind in HEADER.items()
        if key in header and not isinstance(header[key], kind)
    ]
    faults += [
        f"{key}: is missing" for key in ("schema_version", "status", "title_zh", "title_en") if key not in header
    ]
    if header.get("schema_version", 1) != 1:
        faults.append(f"schema_version: is {header['schema_version']}; this program reads 1")
    if header.get("status", STATUSES[0]) not in STATUSES:
        faults.append(f"status: is {header['status']!r}; it may be {_either(STATUSES)}")
    return faults


def _either(values: Any) -> str:
    return " or ".join(str(value) for value in values)


def _value_faults(spec: Key, value: Any) -> list[str]:
    """What is wrong with the form of a value, or that it is not supported."""
    faults = _FORMS[spec.kind](spec, value)
    if not faults and spec.supported and value not in spec.supported:
        return [f"{value!r} is not supported yet; only {_either(map(repr, spec.supported))}"]
    return faults


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_int(value) and 0 <= value <= MOST


def _is_points(value: Any) -> bool:
    return _is_int(value) and -MOST <= value <= MOST


def _int_form(spec: Key, value: Any) -> list[str]:
    return [] if _is_count(value) else [f"must be a whole number from 0 to {MOST}, not {value!r}"]


def _bool_form(spec: Key, value: Any) -> list[str]:
    return [] if isinstance(value, bool) else [f"must be true or false, not {value!r}"]


def _enum_form(spec: Key, value: Any) -> list[str]:
    return [] if value in spec.values else [f"is {value!r}; it may be {_either(spec.values)}"]


def _rank_form(spec: Key, value: Any) -> list[str]:
    return [] if value in RANKS else [f"is {value!r}, no rank; ranks are {' '.join(RANKS)}"]


def _list_of(each: Callable[[Any], bool], what: str) -> Callable[[Key, Any], list[str]]:
    def form(spec: Key, value: Any) -> list[str]:
        if not isinstance(value, list):
            return [f"must be a list of {what}"]
        wrong = [item for item in value if not each(item)]
        if wrong:
            return [f"holds {wrong[0]!r}; it must be a list of {what}"]
        twice = [item for at, item in enumerate(value) if item in value[:at]]
        return [f"holds {twice[0]!r} twice"] if twice and what != "rungs" else []

    return form


def _enums_form(spec: Key, value: Any) -> list[str]:
    return _list_of(lambda item: item in spec.values, _either(spec.values))(spec, value)


def _words(item: Any) -> bool:
    return isinstance(item, list) and all(isinstance(word, str) for word in item)


def _growth_form(spec: Key, value: Any) -> list[str]:
    if not isinstance(value, dict) or set(value) != {"base", "base_len", "op", "step"}:
        return ["must be a table of base, base_len, op and step"]
    if not all(_is_count(value[name]) for name in ("base", "base_len", "step")):
        return [f"base, base_len and step must be whole numbers from 0 to {MOST}"]
    if value["op"] not in ("add", "mul"):
        return [f"op is {value['op']!r}; it may be add or mul"]
    most = value["base"] * max(1, value["step"]) ** max(0, LONGEST - value["base_len"])
    if value["op"] == "mul" and most > MOST**2:
        return [f"grows to {most} for a tractor of {LONGEST} pairs; the engine holds {MOST**2}"]
    return []


def _clamp_form(spec: Key, value: Any) -> list[str]:
    fits = isinstance(value, list) and len(value) in (0, 2) and all(_is_points(item) for item in value)
    if not fits or (value and value[0] > value[1]):
        return [f"must be [] or [low, high] in whole points, none beyond {MOST}"]
    return []


def _empty_form(spec: Key, value: Any) -> list[str]:
    return [] if value == [] else ["is not supported yet; only []"]


def _bands_form(spec: Key, value: Any) -> list[str]:
    """Bands ascend from one without ``min`` to one without ``max`` and leave no gap between them."""
    if not isinstance(value, list) or not value or not all(isinstance(band, dict) for band in value):
        return ["must be a list of bands"]
    if len(value) > MAX_BANDS:
        return [f"has {len(value)} bands; the engine holds {MAX_BANDS}"]
    faults = [f"band {at}: {fault}" for at, band in enumerate(value, 1) for fault in _band_faults(band)]
    if faults:
        return faults
    if "min" in value[0]:
        faults.append("band 1: must have no min, it takes everything below")
    if "max" in value[-1]:
        faults.append(f"band {len(value)}: must have no max, it takes everything above")
    for at, (low, high) in enumerate(itertools.pairwise(value), 1):
        faults += _seam_faults(at, low.get("max"), high.get("min"))
    return faults


def _band_faults(band: dict[str, Any]) -> list[str]:
    unknown = set(band) - {"min", "max", "side", "levels", "ref", "step", "win_game"}
    faults = [f"{name} is no key of a band" for name in sorted(unknown)]
    if band.get("side") not in ("dealer", "defenders"):
        faults.append(f"side is {band.get('side')!r}; it may be dealer or defenders")
    if not _is_count(band.get("levels")):
        faults.append(f"levels must be a whole number from 0 to {MOST}")
    numbers = [band[name] for name in ("min", "max", "ref", "step") if name in band]
    if not all(_is_points(number) for number in numbers):
        return [*faults, f"min, max, ref and step are whole points, none beyond {MOST}"]
    if ("ref" in band) != ("step" in band) or band.get("step", 1) <= 0:
        faults.append("ref and step go together, and step is above 0")
    if band.get("min", -MOST) > band.get("max", MOST):
        faults.append(f"min {band['min']} is above max {band['max']}")
    if band.get("win_game"):
        faults.append("win_game is not supported yet")
    return faults


def _seam_faults(at: int, top: int | None, bottom: int | None) -> list[str]:
    if top is None:
        return [f"band {at}: must have a max, another band stands above it"]
    if bottom is None:
        return [f"band {at + 1}: must have a min, another band stands below it"]
    if bottom > top + STEP:
        return [f"bands {at} and {at + 1}: leave a gap from {top + STEP} to {bottom - STEP}"]
    if bottom <= top:
        return [f"bands {at} and {at + 1}: overlap at {bottom}"]
    return []


_FORMS: dict[str, Callable[[Key, Any], list[str]]] = {
    "int": _int_form,
    "bool": _bool_form,
    "enum": _enum_form,
    "rank": _rank_form,
    "enums": _enums_form,
    "ranks": _list_of(lambda item: item in RANKS, "ranks"),
    "ints": _list_of(_is_int, "whole numbers"),
    "words": _list_of(lambda item: isinstance(item, str), "words"),
    "ladder": _list_of(_words, "lists of bids"),
    "rungs": _list_of(_words, "rungs"),
    "growth": _growth_form,
    "clamp": _clamp_form,
    "empty": _empty_form,
    "bands": _bands_form,
}


def _deck_faults(values: dict[str, Any]) -> list[str]:
    """The arithmetic of the pack: cards dealt, points held, tractors counted."""
    decks = values["deck.decks"]
    jokers = values["deck.jokers_per_deck"]
    dealt = values["deck.players"] * values["deck.hand_size"] + values["deck.kitty_size"]
    faults = []
    if dealt != decks * (52 + jokers):
        faults.append(
            f"deck: {values['deck.players']} hands of {values['deck.hand_size']} and a kitty of "
            f"{values['deck.kitty_size']} are {dealt} cards; {decks} packs hold {decks * (52 + jokers)}"
        )
    if values["deck.kitty_size"] not in values["deck.kitty_size_allowed"]:
        faults.append(f"deck.kitty_size_allowed: does not hold deck.kitty_size {values['deck.kitty_size']}")
    points = 4 * sum(values[f"points.{name}"] for name in ("five", "ten", "king"))
    points += values["points.small_joker"] + values["points.big_joker"]
    if values["score.total"] != decks * points:
        faults.append(f"score.total: is {values['score.total']}; the packs hold {decks * points} points")
    shortest, growth = values["combos.tractor_min_units"], values["kitty_capture.multiplier.pair_tractor"]
    if growth["base_len"] > shortest:
        faults.append(
            f"kitty_capture.multiplier.pair_tractor: base_len is {growth['base_len']}; "
            f"the shortest tractor has {shortest} pairs"
        )
    return faults


def _level_faults(values: dict[str, Any]) -> list[str]:
    """Levels that are named must be in the sequence."""
    sequence = values["levels.sequence"]
    named = [("levels.start", values["levels.start"]), ("levels.win_level", values["levels.win_level"])]
    named += [("levels.must_play", rank) for rank in values["levels.must_play"]]
    return [f"{key}: {rank} is not in levels.sequence" for key, rank in named if rank not in sequence]
