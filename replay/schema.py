"""The keys a ruleset may hold: kind, allowed values, and what acts on each (catalogue 6.1).

``ENGINE`` keys change scores; only the values listed first are acted on so far and
any other allowed value is refused as unsupported. ``LOG`` keys describe what a
log itself records (declaring, exchanging, burying, how the match was set): they
are checked for form, and what they rule is taken from the log. ``TEXT`` keys
describe only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

ENGINE, LOG, TEXT = "engine", "log", "text"
PAIRS_FOR_TRACTOR = [["pair", "pair"], ["pair"], []]  # follow.ladders.pair_tractor_2: no tractor is owed
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")


@dataclass(frozen=True)
class Key:
    """One key: its kind, allowed values, which of them the engine supports, who acts, what it means."""

    kind: str  # int, bool, enum, enums, rank, ranks, ints, or a form of its own (replay.ruleset)
    by: str
    meaning: str
    values: tuple[Any, ...] = ()
    supported: tuple[Any, ...] = ()  # empty: all

    @property
    def neutral(self) -> Any:
        """The value that changes nothing, None if there is none: it does not count in a ruleset's hash,
        so that a key added later leaves the hashes of older rulesets as they are."""
        return next(iter(self.supported or self.values), None)


def _int(by: str, meaning: str, *supported: int) -> Key:
    return Key("int", by, meaning, supported=supported)


def _bool(by: str, meaning: str, *supported: bool) -> Key:
    return Key("bool", by, meaning, supported=supported)


def _enum(by: str, meaning: str, values: str, supported: int = 0) -> Key:
    """An enum of blank-separated values; the first ``supported`` of them are acted on (0: all)."""
    words = tuple(values.split())
    return Key("enum", by, meaning, words, words[:supported] if supported else ())


KEYS: dict[str, Key] = {
    "deck.decks": _int(ENGINE, "packs of cards", 2),
    "deck.players": _int(ENGINE, "players, in two fixed sides", 4),
    "deck.jokers_per_deck": _int(ENGINE, "jokers in a pack", 2),
    "deck.hand_size": _int(ENGINE, "cards dealt to each player"),
    "deck.kitty_size": _int(ENGINE, "cards of the kitty"),
    "deck.kitty_size_allowed": Key("ints", LOG, "kitty sizes the text permits; the log decides"),
    "deck.deal_direction": _enum(TEXT, "which way cards are drawn; seats follow play", "counterclockwise clockwise"),
    "points.five": _int(ENGINE, "points of a five"),
    "points.ten": _int(ENGINE, "points of a ten"),
    "points.king": _int(ENGINE, "points of a king"),
    "points.small_joker": _int(ENGINE, "points of a little joker"),
    "points.big_joker": _int(ENGINE, "points of a big joker"),
    "points.level_card": _int(ENGINE, "points of every level card instead of its own, 0 none", 0),
    "points.rounding": _enum(ENGINE, "of X before the bands", "none floor_10", 1),
    "levels.sequence": Key("ranks", ENGINE, "the levels in order"),
    "levels.start": Key("rank", ENGINE, "first level of both sides"),
    "levels.must_play": Key("ranks", ENGINE, "levels left only by winning a deal as dealer on them (AMBIG-32)"),
    "levels.win_mode": _enum(
        ENGINE,
        "pass: win a deal as dealer on win_level; exceed: any gain beyond it; reach: arrive on it; none: never",
        "pass exceed reach none",
    ),
    "levels.win_level": Key("rank", ENGINE, "the level that decides the game"),
    "levels.stop_at_win_level": _bool(ENGINE, "no gain from below jumps beyond win_level (AMBIG-12)"),
    "levels.after_win": _enum(ENGINE, "what follows a won game", "game_over cycle", 1),
    "levels.demotions": Key("empty", ENGINE, "levels lost when the kitty is captured with a given rank"),
    "trump.permanent": Key(
        "enums",
        ENGINE,
        "cards that are always trump",
        ("big_joker", "small_joker", "2"),
        (["big_joker", "small_joker"],),
    ),
    "trump.order": Key(
        "words",
        ENGINE,
        "trump from high to low",
        supported=(["big_joker", "small_joker", "level_main", "level_off", "suit"],),
    ),
    "trump.off_level_equal": _bool(ENGINE, "off-suit level cards are equal; the first played wins", True),
    "trump.no_trump_possible": _bool(LOG, "whether a deal may be played without a trump suit"),
    "declare.timing": _enum(LOG, "when trump is declared", "during_deal after_deal"),
    "declare.joker_companion": _enum(
        LOG, "a joker that must accompany a bid", "none suit_colour any_one one_small_joker_first_deal"
    ),
    "declare.ladder": Key("ladder", LOG, "bids from low to high"),
    "declare.suit_priority": Key("enums", LOG, "suits from high to low among equal bids", ("S", "H", "C", "D")),
    "declare.suit_priority_tiers": Key("words", LOG, "tiers in which suit_priority acts"),
    "declare.suit_priority_deals": _enum(LOG, "deals in which suit_priority acts", "all first_deal grab_deals"),
    "declare.self_override": _enum(
        LOG,
        "overriding one's own bid",
        "never allowed first_deal_only after_other_override first_deal_or_after_other_override",
    ),
    "declare.reinforce": _enum(LOG, "adding identical cards to one's bid", "never before_override repeat at_bid"),
    "declare.reinforce_lock": _enum(LOG, "what a reinforced bid still yields to", "none joker_only"),
    "declare.first_change_locks": _bool(LOG, "the first change of trump is the last"),
    "declare.override_moves_dealer_first_deal": _bool(LOG, "an override takes the dealership of the first deal"),
    "declare.override_moves_dealer_later": _bool(LOG, "… of a later deal"),
    "declare.who_later": _enum(LOG, "who may declare after the first deal", "anyone dealer_side_first"),
    "declare.deadline": _enum(LOG, "until when", "before_kitty_pickup"),
    "declare.none_declared_first_deal": _enum(
        LOG,
        "nobody declares, first deal",
        "redeal flip_first_suit flip_level_then_high flip_level_joker_first "
        "flip_match_dealer no_trump dealer_partner_names_suit dealer_side_must_declare_or_lose_dealership",
    ),
    "declare.none_declared": _enum(
        LOG,
        "nobody declares, later deals",
        "redeal flip_first_suit flip_level_then_high flip_level_joker_first "
        "flip_match_dealer no_trump dealer_partner_names_suit dealer_side_must_declare_or_lose_dealership",
    ),
    "declare.flipped_joker": _enum(LOG, "the flipped card is a joker", "continue no_trump up_to_three_then_no_trump"),
    "declare.simultaneous": _enum(LOG, "bids at the same moment", "unspecified seat_order referee_draws_kitty"),
    "kitty_exchange.enabled": _bool(LOG, "the kitty may be taken again after the bury (炒地皮)"),
    "kitty_exchange.on_first_deal": _bool(LOG, "… in the first deal too"),
    "kitty_exchange.ladder": Key("ladder", LOG, "bids for the kitty from low to high"),
    "kitty_exchange.window": _enum(LOG, "when", "none before_kitty_flip after_bury_before_lead"),
    "kitty_exchange.order": _enum(LOG, "who may, in which order", "counterclockwise_from_dealer"),
    "kitty_exchange.dealer_changes": _bool(LOG, "the taker becomes dealer"),
    "kitty_exchange.reverser_reburies": _bool(LOG, "the taker buries anew"),
    "dealer.first": _enum(LOG, "dealer of the first deal", "declarer fixed_by_board"),
    "dealer.on_success": _enum(ENGINE, "next dealer when the dealer side wins", "partner next same fixed_by_board", 3),
    "dealer.on_fail": _enum(ENGINE, "next dealer after a takeover", "next partner fixed_by_board", 2),
    "bury.forbid_points": _bool(LOG, "no point cards may be buried"),
    "bury.min_points": _int(LOG, "least points to bury"),
    "combos.pair": _bool(ENGINE, "two identical cards are a pair", True),
    "combos.triple": _bool(ENGINE, "three identical cards are a triple", False),
    "combos.quad": _bool(ENGINE, "four identical cards are a quad", False),
    "combos.bomb": _enum(ENGINE, "what a quad may do", "none follow_obligation", 1),
    "combos.pair_tractor": _bool(ENGINE, "adjacent pairs are a tractor", True),
    "combos.triple_tractor": _bool(ENGINE, "adjacent triples are a tractor", False),
    "combos.tractor_min_units": _int(ENGINE, "pairs in the shortest tractor", 2, 3),
    "combos.bridge_level_gap": _bool(ENGINE, "the ranks beside the level rank are adjacent (隔拖)"),
    "combos.join_big_small_joker": _bool(ENGINE, "big and little joker pairs join"),
    "combos.join_small_joker_level": _bool(ENGINE, "little joker and main level pairs join"),
    "combos.join_level_main_off": _bool(ENGINE, "main and off-suit level pairs join"),
    "combos.join_level_off_top": _bool(ENGINE, "off-suit level pair and the highest plain trump pair join"),
    "combos.join_perm2": _bool(ENGINE, "permanent 2s join their neighbours", False),
    "combos.two_off_level_units": _bool(ENGINE, "two off-suit level pairs join", False),
    "combos.wrap_ace_two": _bool(ENGINE, "ace and two join", False),
    "throw.allowed": _bool(ENGINE, "throws may be led", True, False),
    "throw.in_trump": _bool(ENGINE, "throws of trump may be led", True),
    "throw.beaten_if": _enum(ENGINE, "when a throw fails", "any_other_hand_beats_any_component"),
    "throw.singles_test": _enum(ENGINE, "which single of a throw is tested", "smallest"),
    "throw.decomposition": _enum(ENGINE, "how a throw splits into components", "largest_first declared", 1),
    "throw.fail_play": _enum(
        ENGINE,
        "what a failed throw plays: the beaten component of lowest rank; the beaten one of fewest cards; "
        "the lowest of all",
        "lowest_beaten_component fewest_cards_beaten_component lowest_component",
        2,
    ),
    "throw.fail_points_per_card": _int(ENGINE, "points a failed throw costs a card", 0),
    "throw.fail_points_flat": _int(ENGINE, "points a failed throw costs", 0),
    "throw.fail_points_count": _enum(ENGINE, "which cards count", "thrown returned beaten", 1),
    "follow.short_suit": _enum(ENGINE, "too few cards of the suit", "all_then_any"),
    "follow.break_tractor_for_pair": _enum(ENGINE, "a tractor must be broken for a pair", "must may", 1),
    "follow.break_triple_for_pair": _enum(ENGINE, "a triple must be broken for a pair", "must may", 1),
    "follow.break_quad_for_triple": _enum(ENGINE, "a quad must be broken for a triple", "must may", 1),
    "follow.break_quad_for_pair": _enum(ENGINE, "a quad must be broken for a pair", "must may", 1),
    "follow.sub_tractor": _enum(ENGINE, "a shorter tractor is owed on a longer lead", "free must"),
    "follow.trump_fill": _enum(ENGINE, "which trumps fill up when no pair is held", "free highest_first", 1),
    "follow.throw_follow": _enum(
        ENGINE,
        "what is owed to a throw: each component; pairs only; the suit only",
        "per_component pairs_only suit_only",
        2,
    ),
    "follow.ladders.pair": Key("rungs", ENGINE, "owed to a pair, best first", supported=([["pair"], []],)),
    "follow.ladders.triple": Key("rungs", ENGINE, "owed to a triple; acts with triples only"),
    "follow.ladders.quad": Key("rungs", ENGINE, "owed to a quad; acts with quads only"),
    "follow.ladders.pair_tractor_2": Key(
        "rungs",
        ENGINE,
        "owed to a tractor, longer ones alike: a tractor before pairs, or pairs only",
        supported=([["pair_tractor:2"], *PAIRS_FOR_TRACTOR], PAIRS_FOR_TRACTOR),
    ),
    "follow.ladders.triple_tractor_2": Key("rungs", ENGINE, "owed to a triple tractor; acts with triples only"),
    "ruff.structure": _enum(ENGINE, "a ruff must hold the components led, or exactly these", "at_least exact", 1),
    "ruff.tractor_length": _enum(ENGINE, "tractors of a ruff: of the length led", "same count_only", 1),
    "ruff.over_ruff": _enum(
        ENGINE,
        "what decides between ruffs: the largest kind of component; the highest card; all",
        "key_component highest_card all_components",
        2,
    ),
    "ruff.singles_over_ruff": _enum(ENGINE, "… of a throw of singles", "highest_card"),
    "trick.tie": _enum(ENGINE, "equal plays", "first_played"),
    "trick.points_to": _enum(ENGINE, "who gets a trick's points", "winner_side"),
    "kitty_capture.enabled": _bool(ENGINE, "defenders who win the last trick get the kitty's points"),
    "kitty_capture.requires_trump": _bool(ENGINE, "… only with trump", False),
    "kitty_capture.keep_effect": _enum(ENGINE, "the dealer side wins the last trick", "none subtract_multiplied", 1),
    "kitty_capture.keep_requires_trump": _bool(ENGINE, "… only with trump", False),
    "kitty_capture.pattern_of": _enum(ENGINE, "what sets the multiplier (AMBIG-4)", "lead_structure winning_cards", 1),
    "kitty_capture.forces_takeover": _bool(ENGINE, "a capture alone unseats the dealer", False),
    "kitty_capture.cap": _int(ENGINE, "greatest multiplier, 0 none"),
    "kitty_capture.multiplier.per_card": _int(ENGINE, "times the cards a seat plays in the last trick; 0: by pattern"),
    "kitty_capture.multiplier.single": _int(ENGINE, "of a single"),
    "kitty_capture.multiplier.pair": _int(ENGINE, "of a pair"),
    "kitty_capture.multiplier.triple": _int(ENGINE, "of a triple", 0),
    "kitty_capture.multiplier.quad": _int(ENGINE, "of a quad", 0),
    "kitty_capture.multiplier.pair_tractor": Key("growth", ENGINE, "of a tractor: base, then op step a further pair"),
    "kitty_capture.multiplier.triple_tractor": Key("growth", ENGINE, "of a triple tractor; acts with triples only"),
    "kitty_capture.multiplier.throw": _enum(ENGINE, "of a throw", "largest_component most_cards_component fixed"),
    "kitty_capture.multiplier.throw_min": _int(ENGINE, "least multiplier of a throw; the multiplier if fixed"),
    "score.total": _int(ENGINE, "points in the pack"),
    "score.dealer_cap": _int(ENGINE, "most levels the dealer side can gain, 0 none"),
    "score.defender_cap": _int(ENGINE, "most levels the defenders can gain, 0 none"),
    "score.bands": Key("bands", ENGINE, "defenders' points to side and levels"),
    "penalty.to": _enum(ENGINE, "who profits by a foul's points", "other_side"),
    "penalty.applied": _enum(ENGINE, "when points of fouls are applied", "last before_kitty"),
    "penalty.clamp": Key("clamp", ENGINE, "limits of tricks and fouls together, before the kitty; [] none"),
    "penalty.list": Key("empty", ENGINE, "fouls the text prices; their points are taken from the log"),
    "match.format": _enum(
        LOG,
        "what a match is",
        "game duplicate_boards timed knockout knockout_timed round_robin_groups round_robin_teams_timed",
    ),
    "match.time_limit_min": _int(LOG, "minutes, 0 none"),
    "match.best_of": _int(LOG, "games"),
    "match.boards": _int(LOG, "boards, 0 none"),
    "match.win_points": _int(LOG, "points of a won match"),
    "match.loss_points": _int(LOG, "points of a lost match"),
    "match.timeout_order": Key("words", LOG, "tie-breaks when time is up"),
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
