"""The effective suit and the position of every card under a level and a trump, and what joins (docs/rules.md 1)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from tests.oracle.cards import JOKERS, ONE_DECK, RANKS, SUITS, Rules

JOINS = (  # the upper class, the lower class, the switch
    ("big_joker", "small_joker", "join_big_small_joker"),
    ("small_joker", "level_main", "join_small_joker_level"),
    ("level_main", "level_off", "join_level_main_off"),
    ("level_off", "suit", "join_level_off_top"),
    ("level_off", "perm2_main", "join_level_off_perm2"),
    ("perm2_main", "perm2_off", "join_perm2_main_off"),
    ("perm2_off", "suit", "join_perm2_top"),
)
WIDTHS = {2: "pair", 3: "triple", 4: "quad"}


class Combos(NamedTuple):
    """What may be formed among the cards of one effective suit."""

    joins: frozenset[int]  # p, where positions p and p + 1 join
    shortest: int  # units in the shortest tractor
    units: frozenset[int]  # the widths of units
    runs: frozenset[int]  # the widths of tractors
    quad_run: bool  # four identical cards are a tractor of two pairs
    kept: frozenset[tuple[int, int]] = frozenset()  # (copies, width): so many copies serve no unit so wide


class Order(NamedTuple):
    """How one level and one trump arrange the cards."""

    suit: dict[str, str]  # card -> "S" "H" "C" "D" or "trump"
    position: dict[str, int]
    combos: dict[str, Combos]  # by effective suit


def of_suit(cards: Iterable[str], suit: str | None, order: Order) -> list[str]:
    """These cards of one effective suit; none is of the suit None."""
    suits = order.suit
    return [card for card in cards if suits[card] == suit]


class Setting(NamedTuple):
    """What of a ruleset the order depends on."""

    level: str
    trump: str
    classes: tuple[str, ...]
    twos: bool
    equal: bool
    joins: frozenset[str]
    bridge: bool
    forms: Combos


def order(level: str, trump: str, rules: Rules) -> Order:
    """The order of the cards when `level` is played and `trump` is "S" "H" "C" "D" or "NT"."""
    trumps, combos = rules["trump"], rules["combos"]
    forms = Combos(
        joins=frozenset(),
        shortest=combos["tractor_min_units"],
        units=frozenset(width for width, name in WIDTHS.items() if combos[name]),
        runs=frozenset(width for width, name in WIDTHS.items() if combos[f"{name}_tractor"]),
        quad_run=combos["quad_as_tractor"],
    )
    joins = frozenset(switch for _, _, switch in JOINS if combos[switch])
    bridge = combos["bridge_level_gap"]
    equal, twos = trumps["off_level_equal"], "perm2_main" in trumps["order"]
    return _order(Setting(level, trump, tuple(trumps["order"]), twos, equal, joins, bridge, forms))


@cache
def _order(given: Setting) -> Order:
    plain = [rank for rank in RANKS if rank != given.level and not (given.twos and rank == "2")]
    plain_trumps = [rank for rank in plain if f"rank:{rank}" not in given.classes]
    places = _places(given, len(plain_trumps))
    suit, position = {}, {}
    for card in ONE_DECK:
        if card in JOKERS and "big_joker" not in given.classes:
            continue
        suit[card] = _suit(card, given)
        if suit[card] == "trump":
            place = places.get(_class(card, given))
            position[card] = _in_class(card, place, given) if place else places["suit"][plain_trumps.index(card[1])]
        else:
            position[card] = plain.index(card[1])
    in_trump = _neighbours(plain_trumps, places["suit"].start, given) | _class_joins(places, given)
    combos = {name: given.forms._replace(joins=_neighbours(plain, 0, given)) for name in SUITS}
    combos["trump"] = given.forms._replace(joins=in_trump)
    return Order(suit, position, combos)


def _suit(card: str, given: Setting) -> str:
    trump = card in JOKERS or card[1] == given.level or (given.twos and card[1] == "2") or card[0] == given.trump
    return "trump" if trump else card[0]


def _places(given: Setting, plain_trumps: int) -> dict[str, range]:
    """The positions of every class, from the lowest class up."""
    sizes = {"suit": plain_trumps, "level_off": 1 if given.equal else 3}
    places: dict[str, range] = {}
    free = 0
    for name in reversed(given.classes):
        places[name] = range(free, free + sizes.get(name, 1))
        free = places[name].stop
    return places


def _class(card: str, given: Setting) -> str:
    """The class of a trump card; that of a plain trump stands in no order."""
    main = given.trump in (card[0], "NT")
    if card in JOKERS:
        return "big_joker" if card == "BJ" else "small_joker"
    if card[1] == given.level:
        return "level" if "level" in given.classes else "level_main" if main else "level_off"
    if given.twos and card[1] == "2":
        return "perm2_main" if main else "perm2_off"
    return f"rank:{card[1]}"


def _in_class(card: str, place: range, given: Setting) -> int:
    off_suits = [suit for suit in "DCHS" if suit != given.trump]
    return place[off_suits.index(card[0])] if len(place) > 1 else place[0]


def _neighbours(ranks: list[str], lowest: int, given: Setting) -> frozenset[int]:
    """Where plain positions join: neighbours in 2 … A, or with only the level rank between them."""
    joins = set()
    for at in range(len(ranks) - 1):
        between = RANKS[RANKS.index(ranks[at]) + 1 : RANKS.index(ranks[at + 1])]
        if not between or (given.bridge and between == given.level):
            joins.add(lowest + at)
    return frozenset(joins)


def _class_joins(places: dict[str, range], given: Setting) -> frozenset[int]:
    joins = set()
    for upper, lower, switch in JOINS:
        if switch in given.joins and places.get(upper) and places.get(lower):
            ends = min(places[upper]), max(places[lower])
            if abs(ends[0] - ends[1]) == 1:
                joins.add(min(ends))
    return frozenset(joins)
