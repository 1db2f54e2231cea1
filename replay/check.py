"""Checks a resolved ruleset against the schema: each fault is a sentence that names its key."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Callable
from typing import Any

from replay.bids import WORD
from replay.kernel.layout import MAX_BANDS, MAX_DEMOTIONS, MAX_FORFEITS
from replay.packfaults import band_faults, deck_faults
from replay.schema import HEADER, KEYS, RANKS, STATUSES, Key

STEP = 5  # points come in fives
CLASSES = (
    "big_joker", "small_joker", "level", "level_main", "level_off", "perm2_main", "perm2_off", "suit",
    *(f"rank:{rank}" for rank in RANKS),
)  # fmt: skip
MOST = 1000  # no number of a ruleset is greater: the kernel counts in int32
FOULS = (
    "points", "points_per_card", "points_per_card_no_keep_or_capture", "own_level_down", "opp_level_up",
    "loses_deal", "void_deal", "forfeit",
)  # fmt: skip
KINDS = {int: "a whole number", str: "a text that is not empty", list: "a list of texts"}
NO_AMOUNT = ("void_deal", "forfeit")  # of these kinds no amount could say anything


def faults_of(header: dict[str, Any], values: dict[str, Any]) -> list[str]:
    """All faults of a resolved ruleset, in the order of its keys; empty if it is sound."""
    faults = _header_faults(header)
    wrong = [key for key in KEYS if key not in values]
    for key, value in values.items():
        spec = KEYS.get(key)
        if spec is None:
            near = difflib.get_close_matches(key, KEYS, n=1)
            faults.append(f"{key}: is no key of a ruleset" + (f"; did you mean {near[0]}?" if near else ""))
            continue
        found = [f"{key}: {fault}" for fault in _value_faults(spec, value)]
        wrong += [key] * bool(found)
        faults += found
    faults += [f"{key}: is missing" for key in KEYS if key not in values]
    for check, read in TOGETHER.items():
        if not any(key.startswith(read) for key in wrong):
            faults += check(values)
    return faults


def _header_faults(header: dict[str, Any]) -> list[str]:
    faults = [
        f"{key}: must be {KINDS[kind]}"
        for key, kind in HEADER.items()
        if key in header and not _is_kind(kind, header[key])
    ]
    faults += [
        f"{key}: is missing" for key in ("schema_version", "status", "title_zh", "title_en") if key not in header
    ]
    if _is_int(header.get("schema_version")) and header["schema_version"] != 1:
        faults.append(f"schema_version: is {header['schema_version']}; this program reads 1")
    if header.get("status", STATUSES[0]) not in STATUSES:
        faults.append(f"status: is {header['status']!r}; it may be {_either(STATUSES)}")
    return faults


def _is_kind(kind: type, value: Any) -> bool:
    """Whether a value of the header has its kind: a text says something, a list holds texts."""
    if kind is list:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return _is_int(value) if kind is int else isinstance(value, str) and bool(value.strip())


def _either(values: Any) -> str:
    return " or ".join(str(value) for value in values)


def _value_faults(spec: Key, value: Any) -> list[str]:
    """What is wrong with the form of a value."""
    return _FORMS[spec.kind](spec, value)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_int(value) and 0 <= value <= MOST


def _is_points(value: Any) -> bool:
    return _is_int(value) and -MOST <= value <= MOST


def _int_form(spec: Key, value: Any) -> list[str]:
    if not _is_count(value):
        return [f"must be a whole number from 0 to {MOST}, not {value!r}"]
    return [f"is {value}; it may be {_either(spec.values)}"] if spec.values and value not in spec.values else []


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


def _is_tier(item: Any) -> bool:
    return (
        isinstance(item, list) and bool(item) and all(isinstance(word, str) and WORD.fullmatch(word) for word in item)
    )


def _rungs_form(spec: Key, value: Any) -> list[str]:
    return [] if value in spec.values else [f"is {value!r}; it may be {_either(spec.values)}"]


def _order_form(spec: Key, value: Any) -> list[str]:
    faults = _list_of(lambda item: item in CLASSES, f"words: {_either(CLASSES)}")(spec, value)
    return faults or ([] if "suit" in value else ["must hold suit"])


def _growth_form(spec: Key, value: Any) -> list[str]:
    if not isinstance(value, dict) or set(value) != {"base", "base_len", "op", "step"}:
        return ["must be a table of base, base_len, op and step"]
    if not all(_is_count(value[name]) for name in ("base", "base_len", "step")):
        return [f"base, base_len and step must be whole numbers from 0 to {MOST}"]
    if value["op"] not in ("add", "mul"):
        return [f"op is {value['op']!r}; it may be add or mul"]
    return []


Fit = tuple[Callable[[Any], bool], str]  # whether a value fits, and what it must or may be


def _one_of(words: tuple[str, ...]) -> Fit:
    return words.__contains__, f"may be {_either(words)}"


def _table_faults(value: Any, keys: dict[str, Fit], optional: tuple[str, ...] = ()) -> list[str]:
    """What is wrong with a list of tables: a sentence for each entry that lacks a key or has a wrong one."""
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        return [f"must be a list of tables of {', '.join(keys)}"]
    faults = []
    for at, entry in enumerate(value, 1):
        faults += [f"entry {at}: {name} is no key of it" for name in sorted(set(entry) - set(keys))]
        for name, (fits, wanted) in keys.items():
            if name not in entry and name not in optional:
                faults.append(f"entry {at}: {name} is missing")
            elif name in entry and not fits(entry[name]):
                faults.append(f"entry {at}: {name} is {entry[name]!r}; it {wanted}")
    return faults


def _demotions_form(spec: Key, value: Any) -> list[str]:
    rank = _one_of(RANKS)
    pattern, to = _one_of(("any", "single", "pair")), _one_of(("start", *RANKS))
    keys = {"level": rank, "capture_rank": rank, "pattern": pattern, "to": to}
    faults = _table_faults(value, keys)
    if not faults and len(value) > MAX_DEMOTIONS:
        faults.append(f"has {len(value)} entries; the engine holds {MAX_DEMOTIONS}")
    return faults


def _fouls_form(spec: Key, value: Any) -> list[str]:
    keys: dict[str, Fit] = {
        "offence": (lambda item: isinstance(item, str) and bool(item), "must be a name"),
        "kind": _one_of(FOULS),
        "amount": (_is_count, f"must be a whole number from 0 to {MOST}"),
        "forfeit_at": (lambda item: _is_count(item) and item > 0, f"must be a whole number from 1 to {MOST}"),
    }
    faults = _table_faults(value, keys, optional=("amount", "forfeit_at"))
    entries = value if isinstance(value, list) and all(isinstance(entry, dict) for entry in value) else []
    for at, entry in enumerate(entries, 1):
        if ("amount" in entry) == (entry.get("kind") in NO_AMOUNT):
            faults.append(f"entry {at}: amount {'says nothing' if 'amount' in entry else 'is missing'}")
        if entry.get("kind") == "forfeit" and "forfeit_at" in entry:
            faults.append(f"entry {at}: forfeit_at says nothing, each such foul forfeits")
    if sum("forfeit_at" in entry or entry.get("kind") == "forfeit" for entry in entries) > MAX_FORFEITS:
        faults.append(f"has more entries that forfeit than the {MAX_FORFEITS} that the engine holds")
    names = [entry["offence"] for entry in entries] if not faults else []
    return faults + [f"{name!r} stands there twice" for at, name in enumerate(names) if name in names[:at]]


def _clamp_form(spec: Key, value: Any) -> list[str]:
    fits = isinstance(value, list) and len(value) in (0, 2) and all(_is_points(item) for item in value)
    if not fits or (value and value[0] > value[1]):
        return [f"must be [] or [low, high] in whole points, none beyond {MOST}"]
    return []


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
    if "side" not in band:
        faults.append("side is missing")
    elif band["side"] not in ("dealer", "defenders"):
        faults.append(f"side is {band['side']!r}; it may be dealer or defenders")
    if not _is_count(band.get("levels")):
        faults.append(f"levels must be a whole number from 0 to {MOST}")
    numbers = [band[name] for name in ("min", "max", "ref", "step") if name in band]
    if not all(_is_points(number) for number in numbers):
        return [*faults, f"min, max, ref and step are whole points, none beyond {MOST}"]
    if ("ref" in band) != ("step" in band) or band.get("step", 1) <= 0:
        faults.append("ref and step go together, and step is above 0")
    if band.get("min", -MOST) > band.get("max", MOST):
        faults.append(f"min {band['min']} is above max {band['max']}")
    if not isinstance(band.get("win_game", False), bool):
        faults.append("win_game must be true or false")
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
    "ladder": _list_of(_is_tier, "lists of bids"),
    "rungs": _rungs_form,
    "order": _order_form,
    "demotions": _demotions_form,
    "fouls": _fouls_form,
    "growth": _growth_form,
    "clamp": _clamp_form,
    "bands": _bands_form,
}


def _order_faults(values: dict[str, Any]) -> list[str]:
    """Every trump has one place in the order."""
    order = values["trump.order"]
    faults = []
    for name in ("big_joker", "small_joker"):
        there = values["deck.jokers_per_deck"] > 0
        if (name in order) != there:
            must, has = ("must", "two") if there else ("must not", "no")
            faults.append(f"trump.order: {must} hold {name}, a pack has {has} jokers")
    if ("level" in order) == ("level_main" in order) or ("level_main" in order) != ("level_off" in order):
        faults.append("trump.order: must hold either level, or level_main and level_off")
    if ("perm2_main" in order) != ("perm2_off" in order):
        faults.append("trump.order: must hold both perm2_main and perm2_off, or neither")
    if "rank:2" in order and "perm2_main" in order:
        faults.append("trump.order: rank:2 has no card, 2s are permanent")
    return faults


# Each combination with what it is made of and the packs it needs.
MADE_OF = {
    "combos.pair": ("", 2),
    "combos.triple": ("combos.pair", 3),
    "combos.quad": ("combos.triple", 4),
    "combos.pair_tractor": ("combos.pair", 2),
    "combos.triple_tractor": ("combos.triple", 3),
    "combos.quad_tractor": ("combos.quad", 4),
    "combos.quad_as_tractor": ("combos.pair_tractor", 4),
}


def _combo_faults(values: dict[str, Any]) -> list[str]:
    """Combinations are made of what is there."""
    faults = []
    for key, (part, packs) in MADE_OF.items():
        if values[key] and part and not values[part]:
            faults.append(f"{key}: needs {part}")
        if values[key] and values["deck.decks"] < packs:
            faults.append(f"{key}: needs {packs} packs, there are {values['deck.decks']}")
    whole, broken = values["follow.break_triple_for_pair"] == "may", values["follow.break_quad_for_pair"] == "must"
    if values["deck.decks"] == 4 and whole and broken:  # three of four equal cards could pay for no pair
        faults.append("follow.break_quad_for_pair: must be may where break_triple_for_pair is")
    if values["combos.bomb"] != "none" and not values["combos.quad"]:
        faults.append("combos.bomb: needs combos.quad")
    shortest = values["combos.tractor_min_units"]
    for width in ("pair", "triple", "quad"):
        key = f"kitty_capture.multiplier.{width}_tractor"
        if values[key]["base_len"] > shortest:
            faults.append(f"{key}: base_len is {values[key]['base_len']}; the shortest tractor has {shortest} units")
    return faults


def _level_faults(values: dict[str, Any]) -> list[str]:
    """Levels that are named must be in the sequence."""
    sequence = values["levels.sequence"]
    named = [("levels.start", values["levels.start"]), ("levels.win_level", values["levels.win_level"])]
    named += [("levels.must_play", rank) for rank in values["levels.must_play"]]
    for entry in values["levels.demotions"]:
        named += [("levels.demotions", rank) for rank in (entry["level"], entry["to"]) if rank != "start"]
    return [f"{key}: {rank} is not in levels.sequence" for key, rank in named if rank not in sequence]


def _declare_faults(values: dict[str, Any]) -> list[str]:
    """The order of the suits is one of all four, in tiers that there are."""
    suits = values["declare.suit_priority"]
    there = [word for tier in values["declare.ladder"] for word in tier]
    faults = [] if len(suits) in (0, 4) else ["declare.suit_priority: must hold all four suits, or none"]
    return faults + [
        f"declare.suit_priority_tiers: {word} is no bid of declare.ladder"
        for word in values["declare.suit_priority_tiers"]
        if word not in there
    ]


def _match_faults(values: dict[str, Any]) -> list[str]:
    """Most of the games can be won, and what counts when time is up needs a time."""
    faults = []
    if values["match.best_of"] % 2 == 0 and values["match.best_of"]:
        faults.append(f"match.best_of: is {values['match.best_of']}; it must be odd, or 0")
    if not values["match.time_limit_min"]:
        needing = {"match.timeout_order": [], "match.timeout": "wins", "match.time_limit_of": "match"}
        faults += [f"{key}: needs match.time_limit_min" for key, idle in needing.items() if values[key] != idle]
    if values["match.time_limit_of"] == "game":
        if values["match.timeout"] != "wins":
            faults.append("match.timeout: must be wins, for the time limit is of each game")
        if "games" in values["match.timeout_order"]:
            faults.append("match.timeout_order: games tells nothing, for the time limit is of each game")
    if values["match.loss_points"] > values["match.win_points"]:
        faults.append("match.loss_points: are more than match.win_points")
    return faults


# What is checked of several keys together, and the keys it reads: it waits until each by itself is sound.
TOGETHER: dict[Callable[[dict[str, Any]], list[str]], tuple[str, ...]] = {
    deck_faults: ("deck.", "bury.", "points.", "levels.sequence"),
    _order_faults: ("trump.", "deck.jokers_per_deck"),
    _combo_faults: ("combos.", "deck.decks", "follow.break_", "kitty_capture.multiplier."),
    _level_faults: ("levels.",),
    _declare_faults: ("declare.suit_priority", "declare.ladder"),
    band_faults: ("score.", "deck.", "points.", "levels.sequence"),
    _match_faults: ("match.",),
}
