"""The shapes of what the kernel works on: one record of rules, one scratch record a deal.

All numbers are int32. Suits are 0..3 (S H C D) and 4 for trump; positions inside
a suit are those of docs/rules.md 1.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

# A RULES or WORK record: attribute access, fixed by the dtypes below.
Record: TypeAlias = Any

TRUMP = 4
NO_TRUMP = 4  # as a trump suit
POSITIONS = 16
MAX_CARDS = 224  # played in a deal: four decks less the kitty fit
MAX_TRICKS = 56
MAX_PLAY = 56  # cards in one play
MAX_UNITS = 28  # pairs in one play
MAX_BANDS = 12
MAX_LEVELS = 13
MAX_DEMOTIONS = 8
UNKNOWN = 255

# Steps a search over readings of one play may take before it is `too_ambiguous`.
SEARCH_BOUND = 20_000

# How a game is won.
WIN_PASS, WIN_EXCEED, WIN_REACH, WIN_NONE = 0, 1, 2, 3
# Lead shapes.
MIXED, SINGLE, PAIR, TRACTOR, THROW = 0, 1, 2, 3, 4
# How a trick was won.
BY_LEAD, BY_FOLLOW, BY_RUFF, BY_OVER_RUFF = 0, 1, 2, 3
# Kinds of evidence in `owed`: kind << 12 | a << 6 | b.
OWED_SUIT, OWED_PAIRS, OWED_TRACTOR, OWED_PART = 1, 2, 3, 4

_I = np.int32

RULES = np.dtype(
    [
        ("decks", _I),
        ("tractor_min", _I),  # pairs in the shortest tractor
        ("sub_tractor", _I),  # 0 free, 1 must
        ("pairs_only", _I),  # tractors are never owed
        ("throw_pairs_only", _I),
        ("throw_barred", _I),
        ("key_highest_card", _I),
        ("fewest_cards_first", _I),  # of beaten components
        ("capture", _I),
        ("per_card", _I),
        ("single", _I),
        ("pair", _I),
        ("tractor_base", _I),
        ("tractor_base_len", _I),
        ("tractor_mul", _I),  # 1 multiply, 0 add
        ("tractor_step", _I),
        ("throw_mode", _I),  # 0 largest component, 1 most cards, 2 fixed
        ("throw_min", _I),
        ("cap", _I),
        ("penalty_first", _I),
        ("clamped", _I),
        ("clamp_low", _I),
        ("clamp_high", _I),
        ("bands", _I),
        ("band_min", _I, MAX_BANDS),
        ("band_defenders", _I, MAX_BANDS),
        ("band_levels", _I, MAX_BANDS),
        ("band_ref", _I, MAX_BANDS),
        ("band_step", _I, MAX_BANDS),
        ("dealer_cap", _I),
        ("defender_cap", _I),
        ("points", _I, 54),
        ("levels", _I),
        ("sequence", _I, MAX_LEVELS),
        ("must_play", _I, 15),  # by level
        ("start_level", _I),
        ("win_level", _I),
        ("win_mode", _I),
        ("stop_at_win", _I),
        ("success_step", _I),  # seats from the dealer to the next one
        ("fail_step", _I),
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
        ("complete", _I),
        ("known", _I, 4),
        ("has_buried", _I),
        ("kitty_points", _I),
        ("penalty", _I),
        ("n_attempts", _I),
        ("attempt_trick", _I, MAX_TRICKS),
        ("attempt_seat", _I, MAX_TRICKS),
        ("attempt_len", _I, MAX_TRICKS),
        ("attempt_cards", _I, (MAX_TRICKS, MAX_PLAY)),
        # Tables of this level and trump, and the hands as they are now.
        ("suit", _I, 54),
        ("pos", _I, 54),
        ("link", _I, (2, POSITIONS)),
        ("hand", _I, (4, 54)),
        ("suit_count", _I, (4, 5)),
        # Where the next play starts.
        ("play_at", _I),
        ("card_at", _I),
        # The lead of the trick in hand and its components.
        ("lead_suit", _I),
        ("lead_size", _I),
        ("n_tractors", _I),
        ("tractor_len", _I, MAX_UNITS),
        ("tractor_top", _I, MAX_UNITS),
        ("n_pairs", _I),
        ("pair_pos", _I, MAX_UNITS),
        ("n_singles", _I),
        ("single_pos", _I, MAX_PLAY),
        # The lowest component of a throw that another hand beats.
        ("beaten_units", _I),
        ("beaten_pos", _I),
        ("beaten_suit", _I),
        # Pairs by position: of a play, of a hand, and one to spend in a search.
        ("count", _I, 54),
        ("pairs", _I, POSITIONS),
        ("held_pairs", _I, POSITIONS),
        ("spare", _I, POSITIONS),
        # Searches.
        ("steps", _I),
        ("start", _I, MAX_UNITS),
        ("given", _I, MAX_UNITS),
        ("served", _I, MAX_UNITS),
        ("free", _I, MAX_UNITS),
        ("best_size", _I, MAX_UNITS),
        ("best_served", _I, MAX_UNITS),
        ("owed_size", _I, MAX_UNITS),
        ("owed_served", _I, MAX_UNITS),
        ("n_owed", _I),
        # Results.
        ("ambiguous", _I),  # of this trick
        ("too_ambiguous", _I),  # of any trick of the deal
        ("verdict", _I, MAX_CARDS),
        ("owed", _I, MAX_CARDS),
        ("winner", _I, MAX_TRICKS),
        ("won_by", _I, MAX_TRICKS),
        ("lead_shape", _I, MAX_TRICKS),
        ("trick_points", _I, MAX_TRICKS),
        ("out_of_turn", _I, MAX_TRICKS),
        ("defender_points", _I),
        ("last_winner", _I),
        ("captured", _I),
        ("multiplier", _I),
        ("capture_points", _I),
        ("total", _I),
        ("takeover", _I),
        ("gain_side", _I),
        ("levels_gained", _I),
    ]
)


def new_work() -> Record:
    """A scratch record, all zero."""
    return np.zeros(1, WORK).view(np.recarray)[0]
