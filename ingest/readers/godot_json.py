"""The JSON of a shengji-godot game log: its keys and types, and the rules its configuration may set."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ingest import wire

# What `rule_config` must say for `program_godot` to be the rules of the game. Keys that only rule how
# trump is declared are not among them: the log records what was declared.
STATED: dict[str, Any] = {
    "deck_count": 2,
    "joker_always_trump": True,
    "trump_joker_color_match": True,
    "bid_requires_joker": True,
    "allow_dump": False,
    "strict_follow_structure": True,
    "four_same_is_tractor": False,
    "tractor_allow_rank_card": True,
    "upgrade_threshold": 80,
    "upgrade_step": 1,
    "upgrade_table": [[0, 0, 3], [1, 0, 2], [40, 0, 1], [80, 1, 0], [120, 1, 1], [160, 1, 2], [200, 1, 3]],
    "no_skip_enabled": True,
    "no_skip_ranks": [5, 10, 13],
    "total_score": 200,
}

Rank = Annotated[int, msgspec.Meta(ge=2, le=14)]
Suit = Annotated[int, msgspec.Meta(ge=-1, le=3)]
SeatOrNone = Annotated[int, msgspec.Meta(ge=-1, le=3)]
Levels = Annotated[int, msgspec.Meta(ge=0, le=127)]
Cards = list[str]


class Play(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One seat's cards; the other keys are worked out from them by the program."""

    seat: wire.Seat
    cards: Annotated[Cards, msgspec.Meta(min_length=1, max_length=25)]
    domain: Any = None
    pattern: str | None = None
    sort_values: Any = None


class Trick(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A trick; ``winner`` -1 and no points while it is being played."""

    trick_num: int
    lead_seat: wire.Seat
    plays: Annotated[list[Play], msgspec.Meta(max_length=4)]
    winner: SeatOrNone = -1
    winner_side: str | None = None
    trick_points: wire.Count | None = None
    trick_score: wire.Count | None = None
    attack_score_before: int | None = None
    attack_score_after: int | None = None
    attack_gain: int | None = None
    debug: Any = None
    in_progress: bool = msgspec.field(default=False, name="_in_progress")


class Proposed(msgspec.Struct):
    """What a deal alone comes to, before must-play levels stop it; written from some time on."""

    upgrade_levels: Levels


class Settlement(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What the program made of a finished deal; all keys are missing for an unfinished one."""

    attack_base_score: wire.Points | None = None
    bottom_score: wire.Count | None = None
    bottom_multiplier: wire.Count | None = None
    bottom_bonus: int | None = None
    final_score: wire.Points | None = None
    dealer_dethroned: bool | None = None
    upgrading_side: Annotated[int, msgspec.Meta(ge=0, le=1)] | None = None  # 0 dealer, 1 defenders
    upgrading_team: wire.Side | None = None
    upgrade_levels: Levels | None = None
    upgrade_blocked: bool | None = None
    new_rank: Rank | None = None
    new_rank_symbol: str | None = None
    new_dealer: SeatOrNone | None = None
    game_over: bool | None = None
    proposed: Proposed | None = None
    effective: Any = None


class Debug(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The cards as dealt and buried, where the program was told to log them; empty before they are known."""

    initial_hands: list[Cards] = []
    bottom_cards: Cards = []
    hand_with_bottom: Cards = []
    buried_cards: Cards = []


class Bid(msgspec.Struct, kw_only=True):
    """The declaration that made trump, or ``type`` NO_BID."""

    type: int | Literal["NO_BID"]
    seat: wire.Seat | None = None
    suit: Suit = -1


class Round(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One deal."""

    round_num: wire.Number
    rank: Rank
    dealer: wire.Seat
    seed: int | None = None
    bid: Bid | None = None
    bid_history: list[Any] = []
    counter_bid_history: list[Any] = []
    trump_suit: Suit
    buried_indices: list[int] = []
    team_ranks: Annotated[list[Rank], msgspec.Meta(min_length=2, max_length=2)] | None = None
    tricks: list[Trick]
    settlement: Settlement
    debug: Debug | None = None
    dealer_team: list[int] | None = None
    attack_team: list[int] | None = None
    rank_symbol: str | None = None
    trump_suit_symbol: str | None = None
    team_ranks_symbols: list[str] | None = None
    in_progress: bool = msgspec.field(default=False, name="_in_progress")


KEYS: tuple[str, ...] = tuple(
    key for kind in (Round, Trick, Play, Settlement, Debug) for key in kind.__struct_encode_fields__
)


class Config(msgspec.Struct, kw_only=True):
    """What the reader needs of the configuration; all of it is kept beside the deal."""

    deck_count: Annotated[int, msgspec.Meta(ge=1, le=2)]
    trump_joker_color_match: bool = False  # False: which joker was shown is not known


class Log(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A whole game; its rounds are looked at one by one, so that a bad one spoils none beside it."""

    version: Literal[1, 2]
    created_at: str
    rule_config: Config
    rounds: list[Any]
    synthetic: bool | None = None
