"""Verdict codes, one byte each: what a play, a bid or an exchange was, and whether it was allowed (docs/rules.md)."""

from __future__ import annotations

from enum import IntEnum


class Verdict(IntEnum):
    """The verdict on one play. Codes from 64 on are violations; the numbers are stored, never reuse one."""

    UNJUDGED = 0
    LEAD = 1
    LEAD_THROW = 2
    LEAD_THROW_UNCHECKED = 3
    LEAD_FORCED = 4
    FOLLOW = 8
    FOLLOW_SHORT = 9
    DISCARD = 10
    RUFF = 11
    OVER_RUFF = 12
    UNDER_RUFF = 13
    TOO_AMBIGUOUS = 32
    LEAD_MIXED = 64
    LEAD_THROW_BEATEN = 65
    LEAD_FORCED_WRONG = 66
    LEAD_FORCED_NEEDLESS = 67
    LEAD_THROW_BARRED = 68
    REVOKE = 72
    OWED_PAIR = 73
    OWED_TRACTOR = 74
    OWED_TRIPLE = 75
    OWED_QUAD = 76
    OWED_HIGHEST = 77
    OUT_OF_TURN = 96  # of a trick: led by a seat that did not win the one before; never in `verdicts`
    # Of a whole deal; never in `verdicts`.
    KITTY_SIZE = 112
    BURY_POINTS = 113
    BURY_FEW_POINTS = 114
    NO_TRUMP_BARRED = 115
    FOUL_UNKNOWN = 124  # a foul that neither the ruleset nor the log prices; perhaps with its seat


class BidVerdict(IntEnum):
    """The verdict on one bid. Codes from 64 on are violations; the numbers are stored and are no play's."""

    UNJUDGED = 0
    BID = 40
    BID_REINFORCE = 41
    BID_OVERRIDE = 42
    BID_TOGETHER = 43
    PASS = 44
    BID_UNKNOWN = 116
    BID_COMPANION = 117
    BID_NO_TRUMP_BARRED = 118
    BID_REINFORCE_BARRED = 119
    BID_PARTNER = 120
    BID_OWN = 121
    BID_LOCKED = 122
    BID_LOW = 123
    BID_LATE = 136
    BID_EARLY = 137
    BID_TURN = 138
    BID_NOT_FIRST = 139


class ExchangeVerdict(IntEnum):
    """The verdict on one exchange of the kitty. Codes from 64 on are violations; the numbers are stored."""

    UNJUDGED = 0
    EXCHANGE = 48
    EXCHANGE_BARRED = 128
    EXCHANGE_UNKNOWN = 129
    EXCHANGE_COMPANION = 130
    EXCHANGE_OWN = 131
    EXCHANGE_LOW = 132
    EXCHANGE_BIDDER = 133


FIRST_VIOLATION = 64
NAMES: dict[int, str] = {int(verdict): verdict.name.lower() for verdict in Verdict}
BID_NAMES: dict[int, str] = {int(verdict): verdict.name.lower() for verdict in BidVerdict}
EXCHANGE_NAMES: dict[int, str] = {int(verdict): verdict.name.lower() for verdict in ExchangeVerdict}
