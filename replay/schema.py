"""The keys a ruleset may hold: kind and allowed values; each can change what a record comes to (catalogue 6.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PAIRS = [["pair", "pair"], ["pair"], []]  # follow.ladders.pair_tractor_2: no tractor is owed
NOTHING: list[list[str]] = [[]]  # a ladder under which only the suit is owed
TRIPLES_FIRST = [  # S0: every triple before any tractor of pairs
    ["triple_tractor:2"], ["triple", "triple"], ["triple", "pair"], ["triple"],
    ["pair_tractor:2"], ["pair", "pair"], ["pair"], [],
]  # fmt: skip
TRACTOR_FIRST = [  # S2.3: a tractor of pairs before a single triple
    ["triple_tractor:2"], ["triple", "triple"], ["pair_tractor:2"], ["triple", "pair"], ["triple"],
    ["pair", "pair"], ["pair"], [],
]  # fmt: skip
NONE = {"base": 0, "base_len": 2, "op": "mul", "step": 1}  # a growth that never occurs
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")


@dataclass(frozen=True)
class Key:
    """One key: its kind, its values, what it means.

    ``values`` are the words an enum or list may hold, or the only values a key may have;
    ``neutral`` changes nothing (None: no such value) and does not count in a ruleset's hash,
    so that a key added later leaves the hashes of older rulesets as they are.
    """

    kind: str  # int, bool, enum, enums, rank, ranks, ints, or a form of its own (replay.check)
    meaning: str
    values: tuple[Any, ...] = ()
    neutral: Any = None


def _int(meaning: str, *values: int, neutral: int | None = None) -> Key:
    return Key("int", meaning, values, neutral)


def _bool(meaning: str, neutral: bool | None = None) -> Key:
    return Key("bool", meaning, (), neutral)


def _enum(meaning: str, values: str) -> Key:
    """An enum of blank-separated words; the first of them is neutral."""
    words = tuple(values.split())
    return Key("enum", meaning, words, words[0])


_NOBODY = (
    "redeal flip_first_suit flip_level_then_high flip_level_joker_first no_trump "
    "dealer_partner_names_suit dealer_side_must_declare_or_lose_dealership"
)
_NEXT = "partner next same last_trick_winner fixed_by_board"

KEYS: dict[str, Key] = {
    "deck.decks": _int("packs of cards", 1, 2, 3, 4),
    "deck.jokers_per_deck": _int("jokers in a pack", 0, 2, neutral=2),
    "deck.hand_size": _int("cards dealt to each player"),
    "deck.kitty_size": _int("cards of the kitty"),
    "deck.kitty_size_allowed": Key("ints", "kitty sizes the text permits; the log decides"),
    "points.five": _int("points of a five"),
    "points.ten": _int("points of a ten"),
    "points.king": _int("points of a king"),
    "points.small_joker": _int("points of a little joker"),
    "points.big_joker": _int("points of a big joker"),
    "points.level_card": _int("points of every level card instead of its own, 0: its own", neutral=0),
    "points.rounding": _enum("of X before the bands; floor_10 drops a trailing 5", "none floor_10"),
    "levels.sequence": Key("ranks", "the levels in order"),
    "levels.start": Key("rank", "first level of both sides"),
    "levels.must_play": Key("ranks", "levels left only by winning a deal as dealer on them (AMBIG-32)"),
    "levels.win_mode": _enum(
        "pass: win a deal as dealer on win_level; exceed: any gain beyond it; reach: arrive on it; none: never",
        "pass exceed reach none",
    ),
    "levels.win_level": Key("rank", "the level that decides the game"),
    "levels.stop_at_win_level": _bool("no gain from below jumps beyond win_level (AMBIG-12)"),
    "levels.wrap": _bool("a gain beyond the last level goes on from the first", False),
    "levels.demotions": Key(
        "demotions", "the dealer side falls to a level when the kitty is captured with a given rank", neutral=[]
    ),
    "trump.order": Key("order", "trump from high to low; with perm2_main and perm2_off 2s are trumps"),
    "trump.off_level_equal": _bool("off-suit level cards are equal; if not, they rank S H C D", True),
    "trump.no_trump_possible": _bool("whether a deal may be played without a trump suit", True),
    "declare.timing": _enum("from when trump may be declared", "during_deal after_deal"),
    "declare.turns": _enum(
        "who may bid when: anyone, or each in turn from the dealer's partner on", "anyone partner_first"
    ),
    "declare.simultaneous": _enum(
        "of equal bids at the same moment: as the record has them; the first seat from the dealer; a card of the kitty",
        "as_recorded seat_order kitty_card",
    ),
    "declare.joker_companion": _enum(
        "which joker goes with a bid that needs one", "none suit_colour one_small_joker_first_deal"
    ),
    "declare.ladder": Key("ladder", "bids from low to high"),
    "declare.suit_priority": Key(
        "enums", "suits from high to low among equal bids, and of equal cards flipped", ("S", "H", "C", "D"), []
    ),
    "declare.suit_priority_tiers": Key("words", "bids among which suit_priority acts", neutral=[]),
    "declare.suit_priority_deals": _enum("deals in which suit_priority acts", "all first_deal"),
    "declare.self_override": _enum("overriding one's own bid", "never allowed first_deal_only"),
    "declare.partner": _enum(
        "bidding beside one's partner: not over its standing bid; one bidder a side", "free not_over one_a_side"
    ),
    "declare.reinforce": _enum(
        "adding identical cards to one's bid: until one is overridden; at any time",
        "never before_override repeat",
    ),
    "declare.reinforce_lock": _enum(
        "what a bid of two level cards or more, or one added to, still yields to", "none joker_only"
    ),
    "declare.no_trump_first": _bool("a bid of jokers may be the first, not only override", True),
    "declare.first_change_locks": _bool("the first change of trump is the last but for jokers", False),
    "declare.override_moves_dealer_first_deal": _bool("an override takes the deal of the first deal", True),
    "declare.override_moves_dealer_later": _bool("… of a later deal", False),
    "declare.who_later": _enum(
        "after the first deal: the others deal if only they declare; whoever makes trump deals in every deal",
        "anyone dealer_side_first declarer_deals",
    ),
    "declare.none_declared_first_deal": _enum("nobody declares, first deal", _NOBODY),
    "declare.none_declared": _enum("nobody declares, later deals", f"{_NOBODY} flip_match_dealer"),
    "declare.flipped_joker": _enum("the flipped card is a joker", "continue no_trump up_to_three_then_no_trump"),
    "kitty_exchange.ladder": Key(
        "ladder",
        "bids for the kitty after the bury (炒地皮) from low to high; without any it is not taken again",
        neutral=[],
    ),
    "kitty_exchange.on_first_deal": _bool("… in the first deal too", True),
    "kitty_exchange.window": _enum(
        "… in every deal; only where trump was bid before the kitty is flipped",
        "after_bury_before_lead before_kitty_flip",
    ),
    "kitty_exchange.bidder": _enum(
        "… by the seat whose bid stands, too; only after another seat has taken it", "free after_another"
    ),
    "dealer.first": _enum("dealer of the first deal", "declarer fixed_by_board"),
    "dealer.on_success": _enum("next dealer when the dealer side wins", _NEXT),
    "dealer.on_fail": _enum("next dealer after a takeover", "next partner last_trick_winner fixed_by_board"),
    "bury.forbid_points": _bool("no point cards may be buried", False),
    "bury.min_points": _int("least points to bury", neutral=0),
    "combos.pair": _bool("two identical cards are a pair", True),
    "combos.triple": _bool("three identical cards are a triple", False),
    "combos.quad": _bool("four identical cards are a quad", False),
    "combos.bomb": _enum("follow_obligation: a quad is owed to a tractor too", "none follow_obligation"),
    "combos.pair_tractor": _bool("adjacent pairs are a tractor", True),
    "combos.triple_tractor": _bool("adjacent triples are a tractor", False),
    "combos.quad_tractor": _bool("adjacent quads are a tractor", False),
    "combos.quad_as_tractor": _bool("four identical cards are a tractor of two pairs", False),
    "combos.tractor_min_units": _int("units in the shortest tractor", 2, 3, 4, neutral=2),
    "combos.bridge_level_gap": _bool("the ranks beside the level rank are adjacent (隔拖)", True),
    "combos.join_big_small_joker": _bool("big and little joker join", True),
    "combos.join_small_joker_level": _bool("little joker and main level card join", True),
    "combos.join_level_main_off": _bool("main and off-suit level card join", True),
    "combos.join_level_off_top": _bool("off-suit level card and the highest plain trump join", True),
    "combos.join_level_off_perm2": _bool("off-suit level card and the permanent 2 of trump join", False),
    "combos.join_perm2_main_off": _bool("permanent 2s of trump and of another suit join", False),
    "combos.join_perm2_top": _bool("permanent 2 of another suit and the highest plain trump join", False),
    "throw.allowed": _bool("throws may be led", True),
    "throw.in_trump": _bool("throws of trump may be led", True),
    "throw.beaten_if": _enum(
        "when a throw fails: another hand beats a component; … in the suit led or by ruffing",
        "any_other_hand_beats_any_component any_other_hand_beats_or_ruffs_any_component",
    ),
    "throw.decomposition": _enum("how a throw splits; a declared split is taken", "largest_first declared"),
    "throw.fail_play": _enum(
        "what a failed throw plays: the beaten component of lowest rank; the beaten one of fewest cards; "
        "of all components the lowest; of all the one of fewest cards",
        "lowest_beaten_component fewest_cards_beaten_component lowest_component fewest_cards_component",
    ),
    "throw.fail_points_per_card": _int("points a failed throw costs a card", neutral=0),
    "throw.fail_points_flat": _int("points a failed throw costs", neutral=0),
    "throw.fail_points_count": _enum("which cards count", "thrown returned beaten"),
    "throw.fail_points_cap": _int("most points a failed throw costs, 0 no limit", neutral=0),
    "follow.break_triple_for_pair": _enum("three identical cards must be broken for a pair", "must may"),
    "follow.break_quad_for_triple": _enum("four identical cards must be broken for a triple", "must may"),
    "follow.break_quad_for_pair": _enum("four identical cards must be broken for a pair", "must may"),
    "follow.sub_tractor": _enum("a shorter tractor is owed on a longer lead", "free must"),
    "follow.trump_fill": _enum("what fills up where a led pair or tractor of trump is not held", "free highest_first"),
    "follow.throw_follow": _enum(
        "what is owed to a throw: each component; pairs only; the suit only",
        "per_component pairs_only suit_only",
    ),
    "follow.ladders.pair": Key("rungs", "owed to a pair, best first", ([["pair"], []], NOTHING)),
    "follow.ladders.triple": Key("rungs", "owed to a triple", ([["triple"], ["pair"], []], NOTHING)),
    "follow.ladders.quad": Key("rungs", "owed to a quad", ([["quad"], ["triple"], ["pair"], []], NOTHING)),
    "follow.ladders.pair_tractor_2": Key(
        "rungs",
        "owed to a tractor of pairs, longer ones alike: a tractor before pairs, pairs only, the suit only",
        ([["pair_tractor:2"], *PAIRS], PAIRS, NOTHING),
    ),
    "follow.ladders.triple_tractor_2": Key(
        "rungs",
        "owed to a tractor of triples, longer ones alike: triples before a tractor of pairs, or after",
        (TRIPLES_FIRST, TRACTOR_FIRST, NOTHING),
    ),
    "ruff.structure": _enum("a ruff must hold the components led, or exactly these", "at_least exact"),
    "ruff.over_ruff": _enum(
        "what decides between plays: the largest kind of component; the highest card; every component",
        "key_component highest_card all_components",
    ),
    "kitty_capture.enabled": _bool("defenders who win the last trick get the kitty's points", True),
    "kitty_capture.requires_trump": _bool("… only with trump", False),
    "kitty_capture.keep_effect": _enum(
        "the dealer side wins the last trick: nothing, or the multiplied kitty is subtracted",
        "none subtract_multiplied",
    ),
    "kitty_capture.keep_requires_trump": _bool("… only with trump", False),
    "kitty_capture.pattern_of": _enum("what sets the multiplier (AMBIG-4)", "lead_structure winning_cards"),
    "kitty_capture.forces_takeover": _bool("a capture alone unseats the dealer", False),
    "kitty_capture.cap": _int("greatest multiplier, 0 none", neutral=0),
    "kitty_capture.multiplier.per_card": _int(
        "times the cards a seat plays in the last trick; 0: by pattern", neutral=0
    ),
    "kitty_capture.multiplier.single": _int("of a single"),
    "kitty_capture.multiplier.pair": _int("of a pair"),
    "kitty_capture.multiplier.triple": _int("of a triple", neutral=0),
    "kitty_capture.multiplier.quad": _int("of a quad", neutral=0),
    "kitty_capture.multiplier.pair_tractor": Key("growth", "of a tractor: base, then op step a further pair"),
    "kitty_capture.multiplier.triple_tractor": Key("growth", "of a tractor of triples", neutral=NONE),
    "kitty_capture.multiplier.quad_tractor": Key("growth", "of a tractor of quads", neutral=NONE),
    "kitty_capture.multiplier.throw": _enum("of a throw", "largest_component most_cards_component fixed"),
    "kitty_capture.multiplier.throw_min": _int("least multiplier of a throw; the multiplier if fixed", neutral=0),
    "score.dealer_cap": _int("most levels the dealer side can gain, 0 none", neutral=0),
    "score.defender_cap": _int("most levels the defenders can gain, 0 none", neutral=0),
    "score.bands": Key("bands", "defenders' points to side and levels"),
    "penalty.applied": _enum("when points of fouls are applied", "last before_kitty"),
    "penalty.clamp": Key("clamp", "limits of tricks and fouls together, before the kitty; [] none", neutral=[]),
    "penalty.list": Key("fouls", "what each foul in a log costs: points, levels, the deal, the match", neutral=[]),
    "match.best_of": _int(
        "games of a match, an odd number: more than half of them win it; 0: as many as time allows", neutral=1
    ),
    "match.time_limit_min": _int("minutes, 0: no limit", neutral=0),
    "match.time_limit_of": _enum("… of the whole match; of each game, which the leader then wins", "match game"),
    "match.timeout_order": Key(
        "enums",
        "who leads when time is up: the first word that tells the sides apart",
        ("games", "level", "dealer_side", "last_deal_winner", "first_there"),
        [],
    ),
    "match.timeout": _enum(
        "what leading is worth when time is up: the match; the deal, both sides on win_level",
        "wins deals_win_level",
    ),
    "match.win_points": _int("match points of who wins a match", neutral=0),
    "match.loss_points": _int("match points of who loses it", neutral=0),
}

HEADER: dict[str, type] = {
    "schema_version": int,
    "extends": str,
    "status": str,
    "title_zh": str,
    "title_en": str,
    "sources": list,
    "unmodelled": list,
    "profile_of": list,
}
STATUSES = ("abstract", "complete", "partial", "fragment")
SOURCE_WORDS = ("stated", "inherited", "default", "decided", "extrapolated", "recorded", "documented", "assumed")
