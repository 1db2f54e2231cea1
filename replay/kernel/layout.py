"""The shapes of what the kernel works on: one record of rules, one scratch record a deal.

All numbers are int32. Suits are 0..3 (S H C D) and 4 for trump; positions inside
a suit are those of docs/rules.md 1. A unit has a width of 2 to 4 equal cards, a
tractor a width and a length.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

# A RULES or WORK record: attribute access, fixed by the dtypes below.
Record: TypeAlias = Any

TRUMP = 4
NO_TRUMP = 4  # as a trump suit
POSITIONS = 20
WIDTHS = 5  # tables by width: 1 a single, 2 a pair, 3 a triple, 4 a quad
MAX_LENGTH = 14  # units of the longest tractor
MAX_CARDS = 224  # played in a deal: four decks less the kitty fit
MAX_TRICKS = 56
MAX_PLAY = 64  # cards in one play
MAX_UNITS = 32  # pairs in one play
MAX_BANDS = 12
MAX_LEVELS = 13
MAX_DEMOTIONS = 8
MAX_FORFEITS = 8  # kinds of foul that can forfeit a match
MAX_WORDS = 5  # of what tells the sides apart when time is up
UNKNOWN = 255
NOBODY = -1

# Steps a search over readings of one play may take before it is `too_ambiguous`.
SEARCH_BOUND = 20_000

# How a game is won.
WIN_PASS, WIN_EXCEED, WIN_REACH, WIN_NONE = 0, 1, 2, 3
# Lead shapes.
MIXED, SINGLE, PAIR, TRACTOR, THROW, TRIPLE, QUAD, TRIPLE_TRACTOR, QUAD_TRACTOR = 0, 1, 2, 3, 4, 5, 6, 7, 8
# How a trick was won.
BY_LEAD, BY_FOLLOW, BY_RUFF, BY_OVER_RUFF = 0, 1, 2, 3
# Kinds of evidence in `owed`: kind << 12 | a << 6 | b. A part's a is (width - 1) << 4 | length.
OWED_SUIT, OWED_PAIRS, OWED_TRACTOR, OWED_PART, OWED_TRIPLES, OWED_QUADS, OWED_HIGHEST = 1, 2, 3, 4, 5, 6, 7
# Columns of a rung: its number on the ladder, width and length of its tractor (0: none), its pairs, triples, quads.
RANK, WIDTH, LENGTH, PAIRS, TRIPLES, QUADS = 0, 1, 2, 3, 4, 5
RUNG_COLUMNS = 6
# What decides between plays.
BY_KEY, BY_HIGHEST_CARD, BY_ALL = 0, 1, 2
# Which cards of a failed throw are fined.
THROWN, RETURNED, BEATEN = 0, 1, 2
# What a throw owes.
EACH_COMPONENT, ONLY_PAIRS, ONLY_SUIT = 0, 1, 2
# Patterns of a demotion.
ANY_CARD, SINGLE_CARD, PAIR_OF_CARDS = 0, 1, 2
# What tells the sides apart when time is up, from 1; 0 ends the list.
BY_GAMES, BY_LEVEL, BY_DEALER_SIDE, BY_LAST_DEAL, BY_FIRST_THERE = 1, 2, 3, 4, 5
# Seats from the dealer to the next one; the winner of the last trick; nobody.
LAST_WINNER_DEALS, NOBODY_DEALS = 8, 9

_I = np.int32

RULES = np.dtype(
    [
        ("widest", _I),  # width of the widest unit
        ("tractor", _I, WIDTHS),  # whether tractors of a width are known
        ("quad_tractor", _I),  # four equal cards are a tractor of two pairs
        ("tractor_min", _I),  # units in the shortest tractor
        ("throw_barred", _I),
        ("trump_throw_barred", _I),
        ("declared", _I),  # a declared split is taken
        ("ruffs_beat", _I),
        ("fewest_cards_first", _I),  # of components to force
        ("force_any", _I),  # a component that nobody beats is forced too
        ("fine_flat", _I),
        ("fine_per_card", _I),
        ("fine_count", _I),
        ("fine_cap", _I),
        ("whole", _I),  # whether any of the next three holds
        ("whole_triple", _I),  # exactly three serve no pair
        ("whole_quad_triple", _I),  # exactly four serve no triple
        ("whole_quad_pair", _I),  # exactly four serve no pair
        ("throw_owes", _I),
        ("pairs_owed", _I),
        ("fill_high", _I),
        ("exact", _I),
        ("decides", _I),
        ("capture", _I),
        ("capture_trump", _I),
        ("keep_subtracts", _I),
        ("keep_trump", _I),
        ("forces_takeover", _I),
        ("winning_cards", _I),
        ("per_card", _I),
        ("unit_value", _I, WIDTHS),
        ("growth_base", _I, WIDTHS),
        ("growth_len", _I, WIDTHS),
        ("growth_mul", _I, WIDTHS),  # 1 multiply, 0 add
        ("growth_step", _I, WIDTHS),
        ("throw_mode", _I),  # 0 largest component, 1 most cards, 2 fixed
        ("throw_min", _I),
        ("cap", _I),
        ("penalty_first", _I),
        ("clamped", _I),
        ("clamp_low", _I),
        ("clamp_high", _I),
        ("floor_ten", _I),
        ("bands", _I),
        ("band_min", _I, MAX_BANDS),
        ("band_defenders", _I, MAX_BANDS),
        ("band_levels", _I, MAX_BANDS),
        ("band_ref", _I, MAX_BANDS),
        ("band_step", _I, MAX_BANDS),
        ("band_wins", _I, MAX_BANDS),
        ("dealer_cap", _I),
        ("defender_cap", _I),
        ("demotions", _I),
        ("demoted_level", _I, MAX_DEMOTIONS),
        ("demoting_rank", _I, MAX_DEMOTIONS),
        ("demoting_pattern", _I, MAX_DEMOTIONS),
        ("demoted_to", _I, MAX_DEMOTIONS),
        ("levels", _I),
        ("sequence", _I, MAX_LEVELS),
        ("must_play", _I, 15),  # by level
        ("start_level", _I),
        ("win_level", _I),
        ("win_mode", _I),
        ("stop_at_win", _I),
        ("wrap", _I),
        ("success_step", _I),  # seats from the dealer to the next one
        ("fail_step", _I),
        ("best_of", _I),
        ("timeout_order", _I, MAX_WORDS),
        ("game_seconds", _I),  # the time limit of each game, 0 none
        ("forfeits", _I),  # kinds of foul that can forfeit a match
        ("forfeit_at", _I, MAX_FORFEITS),  # the foul of that kind that does; 0: each
        ("bound", _I),
    ]
)

WORK = np.dtype(
    [
        # The deal, filled by the caller.
        ("n_plays", _I),
        ("n_tricks", _I),
        ("lens", _I, MAX_CARDS),
        ("cards", _I, MAX_CARDS),
        ("leaders", _I, MAX_TRICKS),
        ("dealer", _I),
        ("level", _I),
        ("complete", _I),
        ("known", _I, 4),
        ("has_buried", _I),
        ("kitty_points", _I),
        ("penalty", _I),
        ("no_kitty", _I),  # sides that neither capture nor keep the kitty: bits 1 and 2
        ("n_attempts", _I),
        ("attempt_trick", _I, MAX_TRICKS),
        ("attempt_seat", _I, MAX_TRICKS),
        ("attempt_len", _I, MAX_TRICKS),
        ("attempt_fined", _I, MAX_TRICKS),  # the log itself says what it cost
        ("attempt_cards", _I, (MAX_TRICKS, MAX_PLAY)),
        ("n_splits", _I),
        ("split_trick", _I, MAX_TRICKS),
        ("split_parts", _I, MAX_TRICKS),
        ("split_lens", _I, (MAX_TRICKS, MAX_PLAY)),
        ("split_cards", _I, (MAX_TRICKS, MAX_PLAY)),
        # Tables of this level and trump, and the hands as they are now.
        ("suit", _I, 54),
        ("pos", _I, 54),
        ("points", _I, 54),
        ("order", _I, 54),  # the cards suit by suit, the highest first
        ("order_at", _I, 6),  # where each suit begins there
        ("link", _I, (2, POSITIONS)),
        ("hand", _I, (4, 54)),
        ("suit_count", _I, (4, 5)),
        # Where the next play starts.
        ("play_at", _I),
        ("card_at", _I),
        # The lead of the trick in hand and its components: tractors, then units, then singles.
        ("lead_suit", _I),
        ("lead_size", _I),
        ("n_parts", _I),  # tractors and units
        ("part_width", _I, MAX_UNITS),
        ("part_length", _I, MAX_UNITS),
        ("part_top", _I, MAX_UNITS),
        ("n_singles", _I),
        ("single_pos", _I, MAX_PLAY),
        # The components of another play.
        ("play_parts", _I),
        ("play_width", _I, MAX_UNITS),
        ("play_length", _I, MAX_UNITS),
        ("play_top", _I, MAX_UNITS),
        # What another hand beats of a throw, and the component that is forced.
        ("part_beaten", _I, MAX_UNITS),
        ("singles_below", _I),  # singles on lower positions are beaten
        ("forced_width", _I),
        ("forced_length", _I),
        ("forced_pos", _I),
        ("forced_suit", _I),
        ("beaten_cards", _I),
        # Copies of the cards of one suit, by position and printed suit; how many cards have so many copies.
        ("copies", _I, (POSITIONS, 4)),
        ("most", _I, POSITIONS),  # copies of the card with most copies there
        ("tally", _I, WIDTHS),
        ("count", _I, 54),
        ("whole", _I),  # whether break_... holds for this search
        # Searches: the tractors to place, where each stands, from which cards it is taken.
        ("steps", _I),
        ("run_width", _I, MAX_UNITS),
        ("run_length", _I, MAX_UNITS),
        ("longest", _I, WIDTHS),  # tractor of each width among the copies counted
        ("place", _I, MAX_UNITS),
        ("laid", _I, MAX_UNITS),
        ("taken", _I, (MAX_UNITS, POSITIONS)),
        ("need", _I, WIDTHS),  # units of each width beside the tractors
        ("left", _I, WIDTHS),  # the same while they are taken one by one
        ("rung", _I, MAX_UNITS),  # the row of the ladders chosen for each component of the lead
        ("rung_before", _I, MAX_UNITS),
        ("owed_rung", _I, (MAX_UNITS, RUNG_COLUMNS)),
        ("shown_rung", _I, (MAX_UNITS, RUNG_COLUMNS)),
        ("tops", _I, MAX_PLAY),
        ("best_tops", _I, MAX_PLAY),
        # Results.
        ("ambiguous", _I),  # of this trick
        ("too_ambiguous", _I),  # of any trick of the deal
        ("verdict", _I, MAX_CARDS),
        ("owed", _I, MAX_CARDS),
        ("winner", _I, MAX_TRICKS),
        ("won_by", _I, MAX_TRICKS),
        ("won_at", _I),  # where the winning play of the trick begins
        ("lead_shape", _I, MAX_TRICKS),
        ("trick_points", _I, MAX_TRICKS),
        ("out_of_turn", _I, MAX_TRICKS),
        ("defender_points", _I),
        ("last_winner", _I),
        ("captured", _I),
        ("multiplier", _I),
        ("capture_points", _I),
        ("fine", _I),  # what failed throws change of the defenders' points
        ("total", _I),
        ("takeover", _I),
        ("gain_side", _I),
        ("levels_gained", _I),
        ("wins_game", _I),
        ("demoted_to", _I),  # level, 0 none
    ]
)


def new_work() -> Record:
    """A scratch record, all zero."""
    return np.zeros(1, WORK).view(np.recarray)[0]
