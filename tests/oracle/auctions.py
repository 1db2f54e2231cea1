"""Random auctions as they could stand in a log, and random rules of declaring to hold them under."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

from tests.oracle.bids import Showing, Table, after
from tests.oracle.cards import JOKERS, ONE_DECK, RANKS, SUITS, Rules, less, pack, text
from tests.oracle.moments import WHEN, first_turn
from tests.oracle.showings import COUNTS, RUNS, Word, accompanied, words_of

Cards = list[str]

LEVEL_BIDS = ["level_single", "level_pair", "level_triple", "level_quad"]
OTHER_BIDS = [
    *("any_pair", "consecutive_pairs", "three_consecutive_pairs"),
    *("any_card", "consecutive_cards", "three_consecutive_cards"),
]
JOKER_BIDS = [
    *(f"{kind}_{count}" for kind in ("small_joker", "big_joker", "joker") for count in COUNTS[1:]),
    "three_jokers",
]
COMPANIONS = ["", "", "", "", "+joker", "+joker", "+two_jokers", "+both_jokers"]
NOBODY = [
    *("redeal", "no_trump", "flip_first_suit", "flip_match_dealer", "flip_level_joker_first", "flip_level_then_high"),
    *("dealer_partner_names_suit", "dealer_side_must_declare_or_lose_dealership"),
]
# Values of the keys that an auction depends on; the ladder, its suits and the packs are drawn with them.
CHOICES: dict[str, dict[str, list[Any]]] = {
    "trump": {"no_trump_possible": [True, True, False]},
    "dealer": {"first": ["declarer", "declarer", "fixed_by_board"]},
    "declare": {
        "timing": ["during_deal", "after_deal"],
        "turns": ["anyone", "partner_first"],
        "simultaneous": ["as_recorded", "seat_order", "kitty_card"],
        "joker_companion": ["none", "none", "suit_colour", "one_small_joker_first_deal"],
        "suit_priority": [*[[]] * 12, *map(list, permutations(SUITS))],
        "suit_priority_deals": ["all", "first_deal"],
        "self_override": ["never", "allowed", "first_deal_only"],
        "partner": ["free", "free", "not_over", "one_a_side"],
        "reinforce": ["never", "before_override", "repeat"],
        "reinforce_lock": ["none", "joker_only"],
        "first_change_locks": [False, True],
        "no_trump_first": [True, True, False],
        "override_moves_dealer_first_deal": [True, False],
        "override_moves_dealer_later": [True, False],
        "who_later": ["anyone", "dealer_side_first", "declarer_deals"],
        "none_declared_first_deal": [custom for custom in NOBODY if custom != "flip_match_dealer"],
        "none_declared": NOBODY,
        "flipped_joker": ["continue", "no_trump", "up_to_three_then_no_trump"],
    },
    "kitty_exchange": {
        "on_first_deal": [True, True, False],
        "window": ["before_kitty_flip", "after_bury_before_lead"],
        "bidder": ["free", "after_another"],
    },
}
KINDS = {"small_joker": ["LJ"], "big_joker": ["BJ"], "joker": JOKERS}
PACKS = {1: (12, 6), 2: (25, 8), 3: (39, 6), 4: (51, 12)}  # hand and kitty


def drawn_rules(rng: random.Random) -> dict[str, dict[str, Any]]:
    """A value for every key that an auction depends on."""
    drawn = {table: {key: rng.choice(values) for key, values in keys.items()} for table, keys in CHOICES.items()}
    decks = rng.choice([1, 2, 2, 3, 4])
    hand, kitty = PACKS[decks]
    drawn["deck"] = {"decks": decks, "hand_size": hand, "kitty_size": kitty, "kitty_size_allowed": [kitty]}
    drawn["combos"] = {"pair": decks > 1, "pair_tractor": decks > 1}
    ladder = _ladder(rng)
    words = [word for tier in ladder for word in tier]
    drawn["kitty_exchange"]["ladder"] = rng.choice([[], ladder, _ladder(rng), _ladder(rng), _ladder(rng)])
    drawn["declare"] |= {"ladder": ladder, "suit_priority_tiers": rng.sample(words, rng.randint(0, len(words)))}
    return drawn


def _ladder(rng: random.Random) -> list[list[str]]:
    """Tiers of one bid or two: mostly other cards below level cards, more of these above fewer, jokers on top."""
    shapes = rng.sample(OTHER_BIDS, rng.choice([0, 0, 1, 3])) + sorted(
        rng.choices(LEVEL_BIDS, k=rng.randint(1, 5)), key=LEVEL_BIDS.index
    )
    words = [shape + rng.choice(["", "", "", ":S", ":H"]) + rng.choice(COMPANIONS) for shape in shapes]
    words = list(dict.fromkeys(words)) + rng.sample(JOKER_BIDS, rng.randint(0, 4))
    if rng.random() < 0.3:
        rng.shuffle(words)
    ladder: list[list[str]] = []
    for word in words:
        if ladder and len(ladder[-1]) < 2 and rng.random() < 0.2:
            ladder[-1].append(word)
        else:
            ladder.append([word])
    return ladder


def random_auction(rng: random.Random, rules: Rules) -> dict[str, Any]:
    """The arguments of `auction` but the rules: what is shown of hands in which level cards and jokers gather."""
    first_deal = rng.random() < 0.5
    level = str(rules["levels"]["start"] if first_deal else rng.choice(rules["levels"]["sequence"]))
    hands, kitty = gathered(rng, level, rules)
    return auction_of(rng, hands, kitty, Table(level, first_deal, rules))


def auction_of(rng: random.Random, hands: list[Cards], kitty: Cards, table: Table) -> dict[str, Any]:
    """The same of these hands, at a table where nobody has bid."""
    dealer = rng.choice([0, 1, 2, 3, None])
    moments = _moments(rng, rng.choice([0, 1, 2, 3, 4, 5, 6, 8]))
    passes = rng.random() < 0.3
    turn = first_turn([{"cards": ""}], dealer, table.rules) if passes else None
    table = table._replace(dealer=dealer, turn=turn)
    bids: list[Showing] = []
    for moment in moments:
        shown = _showing(rng, hands, table, passes=passes, at_once="together" in moment)
        bids.append(shown | moment)
        _, table = after(table, bids[-1])
    return {
        "level": table.level,
        "first_deal": table.first_deal,
        "bids": bids,
        "kitty": rng.choice([kitty, kitty, kitty, None]),
        "dealer": dealer,
    }


def _moments(rng: random.Random, number: int) -> list[Showing]:
    """What may be recorded of so many bids beside seat and cards: when, and together with the one before."""
    stages = sorted(rng.choices(WHEN, [2, 5, 1], k=number), key=WHEN.index)
    recorded, at_once = rng.choice([0, 0, 0.5, 1]), rng.choice([0, 0.4])
    return [
        ({"when": when} if rng.random() < recorded else {}) | ({"together": True} if rng.random() < at_once else {})
        for when in stages
    ]


def _showing(rng: random.Random, hands: list[Cards], table: Table, *, passes: bool, at_once: bool) -> Showing:
    """A seat and what it shows, or a pass: mostly the seat whose turn it is; at once an equal bid if there is one."""
    turn = table.turn if rng.random() < 0.9 else None
    empty = turn is not None and not hands[turn]
    if empty or (passes and rng.random() < 0.4):
        return {"seat": rng.randrange(4) if turn is None else turn, "cards": ""}
    hands = [hand if turn in (None, seat) else [] for seat, hand in enumerate(hands)]
    equal = _equal(rng, hands, table) if at_once and table.fresh else None
    seat, cards = equal or show(rng, hands, table)
    return {"seat": seat, "cards": text(cards) if rng.random() < 0.98 else " ".join(["??", *cards[1:]])}


def gathered(rng: random.Random, level: str, rules: Rules) -> tuple[list[Cards], Cards]:
    """What four hands hold of some ranks and the jokers, many copies in one hand; a kitty, often jokers first."""
    lowest = rng.randrange(len(RANKS) - 2)
    ranks = {level, rng.choice(RANKS), *RANKS[lowest : lowest + 3]}
    cards = [card for card in pack(rules) if card in JOKERS or card[1] in ranks]
    size = rules["deck"]["kitty_size"]
    named = [card for card in cards if card in JOKERS or card[1] == level]
    jokers = [card for card in cards if card in JOKERS]
    kitty = rng.choice([[], rng.sample(named, rng.randint(1, 3)), rng.sample(jokers, min(len(jokers), size))])
    kitty += rng.sample(less(cards, kitty), size - len(kitty))
    if rng.random() < 0.5:
        rng.shuffle(kitty)
    favoured, gathering = rng.randrange(4), rng.choice([0.3, 0.6, 0.8])
    together = {card: rng.choice([0, 1, 2, 3, favoured, favoured]) for card in ONE_DECK if rng.random() < gathering}
    hands: list[Cards] = [[], [], [], []]
    for card in less(cards, kitty):
        hands[together.get(card, rng.randrange(4))].append(card)
    return hands, kitty


def show(rng: random.Random, hands: list[Cards], table: Table) -> tuple[int, Cards]:
    """A seat and what it shows: mostly another's bid no lower than the standing one, else more, or anything."""
    standing, luck = table.standing, rng.random()
    if standing and luck < 0.15:
        held = [card for card in hands[standing.seat] if card == f"{standing.bid.suit}{table.level}"]
        old = [card for card in standing.bid.cards if card in JOKERS]
        if held:
            return standing.seat, held[: rng.randint(1, len(held))] + rng.choice([[], old])
    if luck < 0.9:
        others = [seat for seat in range(4) if standing is None or seat != standing.seat]
        seats = [standing.seat] if standing and luck < 0.25 else rng.sample(others, len(others))
        lowest = standing.bid.tier + rng.choice([-9, 0, 1, 1]) if standing else 0
        words = [word for word in words_of(table.rules) if word.tier >= lowest]
        words.sort(key=lambda word: word.tier + 3 * rng.random())
        shown = _first_shown(rng, words, seats, hands, table)
        if shown:
            return shown
    seat = rng.choice([seat for seat in range(4) if hands[seat]])
    return seat, rng.sample(hands[seat], min(len(hands[seat]), rng.randint(1, 4)))


def _equal(rng: random.Random, hands: list[Cards], table: Table) -> tuple[int, Cards] | None:
    """Another seat and what it shows of the tier that stands; None: nobody else has such cards, or nothing stands."""
    if table.standing is None:
        return None
    words = [word for word in words_of(table.rules) if word.tier == table.standing.bid.tier]
    others = [seat for seat in rng.sample(range(4), 4) if seat != table.standing.seat]
    return _first_shown(rng, words, others, hands, table)


def _first_shown(
    rng: random.Random, words: Sequence[Word], seats: Sequence[int], hands: list[Cards], table: Table
) -> tuple[int, Cards] | None:
    """The first of these bids that one of these seats can show: the seat and its cards."""
    for word in words:
        for seat in seats:
            ways = _ways_beside(rng, word, hands[seat], table)
            if ways:
                return seat, rng.choice(ways)
    return None


def ways_to_show(word: Word, hand: Sequence[str], level: str) -> list[Cards]:
    """The cards of a hand that are a bid of the ladder, without jokers that must accompany it."""
    copies = Counter(hand)
    name, _, count = word.shape.rpartition("_")
    if word.shape == "three_jokers":
        ways = [jokers[:3] for jokers in [[card for card in hand if card in JOKERS]] if len(jokers) > 2]
    elif name in KINDS:
        ways = [[joker] * COUNTS.index(count) for joker in KINDS[name]]
    elif name == "level":
        ways = [[suit + level] * COUNTS.index(count) for suit in SUITS]
    else:
        length, number = RUNS.index(name) + 1, 2 if count.startswith("pair") else 1
        rows = [RANKS[lowest : lowest + length] for lowest in range(len(RANKS) - length + 1)]
        ways = [[suit + rank for rank in row] * number for suit in SUITS for row in rows]
    held = [cards for cards in ways if all(cards.count(card) <= copies[card] for card in cards)]
    return [cards for cards in held if word.suit in ("", cards[0][0])]


def _ways_beside(rng: random.Random, word: Word, hand: Cards, table: Table) -> list[Cards]:
    """The same with the jokers that must be shown beside them; now and then with any."""
    ways = ways_to_show(word, hand, str(table.level))
    if not ways or ways[0][0] in JOKERS:
        return ways
    jokers = [card for card in hand if card in JOKERS]
    choices = [list(beside) for number in range(3) for beside in sorted(set(combinations(sorted(jokers), number)))]
    careless = rng.random() < 0.1
    return [
        cards + beside
        for cards in ways
        for beside in choices
        if careless or accompanied(word, cards[0][0], beside, table.rules, first_deal=table.first_deal)
    ]
