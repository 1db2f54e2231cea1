"""Checks log files against a ruleset without a lake: results, violations, and records that differ.

Deals come out one by one as they are read, so that the first is on the screen at
once; a match's ladder is carried along.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

import ingest
from ingest.cards import UNKNOWN, rank_text
from ingest.columns import DEALS
from ingest.faults import Reject
from replay import engine
from replay.columns import SCORES
from replay.explain import FOUL_UNKNOWN, Explanation, explain
from replay.levels import DEAL_FIELDS, climb
from replay.retell import Play, Trick
from replay.ruleset import Ruleset
from replay.sentences import say
from replay.telling import named, owed_words, result_lines, seat_name, shown_words, unknown_foul, verdict_words

# The key of the ruleset that a verdict rests on.
CLAUSES = {
    "lead_mixed": "throw.beaten_if",
    "lead_throw_barred": "throw.allowed",
    "lead_throw_beaten": "throw.beaten_if",
    "lead_forced_wrong": "throw.fail_play",
    "lead_forced_needless": "throw.beaten_if",
    "owed_pair": "follow.ladders.pair",
    "owed_triple": "follow.ladders.triple",
    "owed_quad": "follow.ladders.quad",
    "owed_tractor": "follow.ladders.pair_tractor_2",
    "owed_highest": "follow.trump_fill",
    "kitty_size": "deck.kitty_size_allowed",
    "bury_points": "bury.forbid_points",
    "bury_few_points": "bury.min_points",
    "no_trump_barred": "trump.no_trump_possible",
    "bid_unknown": "declare.ladder",
    "bid_companion": "declare.ladder",
    "bid_no_trump_barred": "trump.no_trump_possible",
    "bid_reinforce_barred": "declare.reinforce",
    "bid_partner": "declare.partner",
    "bid_own": "declare.self_override",
    "bid_locked": "declare.first_change_locks",
    "bid_low": "declare.ladder",
    "bid_early": "declare.timing",
    "bid_turn": "declare.turns",
    "bid_not_first": "declare.no_trump_first",
    "foul_unknown": "penalty.list",
    "exchange_barred": "kitty_exchange.ladder",
    "exchange_unknown": "kitty_exchange.ladder",
    "exchange_companion": "kitty_exchange.ladder",
    "exchange_own": "kitty_exchange.ladder",
    "exchange_low": "kitty_exchange.ladder",
    "exchange_bidder": "kitty_exchange.bidder",
}
# What is owed to a lead that is no throw rests on the ladder of its shape.
LADDERS = {
    "pair": "follow.ladders.pair",
    "triple": "follow.ladders.triple",
    "quad": "follow.ladders.quad",
    "tractor": "follow.ladders.pair_tractor_2",
    "triple_tractor": "follow.ladders.triple_tractor_2",
    "quad_tractor": "combos.quad_tractor",
}
# What every text says, so that no key rules it: where it stands.
EVERY_TEXT = {"revoke": "D11, S0:L3", "out_of_turn": "D13, S0:L3", "bid_late": "D5, S0:L3"}
OUT_OF_TURN = "out_of_turn"
# A place in the sources or in the catalogue's decisions.
PLACE = re.compile(r"S\d(?:[.:]L?\d+(?:-L?\d+)?)?|AMBIG-\d+|REVIEW \d+|R [A-Z\d]+|D\d+")
# Recorded results and the results they are held against.
RECORDED = {
    "trump": "derived_trump",
    "dealer": "derived_dealer",
    "rec_defender_points": "defender_points",
    "rec_kitty_points": "kitty_points",
    "rec_multiplier": "multiplier",
    "rec_total": "total",
    "rec_takeover": "takeover",
    "rec_levels_gained": "levels_gained",
    "rec_level_after_0": "level_after_0",
    "rec_level_after_1": "level_after_1",
    "rec_next_dealer": "next_dealer",
    "rec_winner": "winner",
}
LEVELS = ("rec_level_after_0", "rec_level_after_1")
SEATS = ("dealer", "rec_trick_winners", "rec_next_dealer")


@dataclass
class Violation:
    """A play that was not allowed: where, by whom, what, what was owed, and by which clause.

    Of a bid or an exchange: no trick. Of a whole deal: no trick, no seat, no cards.
    """

    trick: int | None  # 1-based
    seat: int | None
    player: str | None
    code: str
    cards: str
    held: str | None
    owed: str
    clause: str
    text: str


@dataclass
class Difference:
    """A recorded value that the ruleset does not come to; ``trick`` only where it belongs to one."""

    field: str
    trick: int | None
    recorded: Any
    rescored: Any
    text: str


@dataclass
class Checked:
    """One deal of a file: its result in words, and all that was found in it."""

    file: str
    line: int
    match: str
    deal: int
    status: str
    total: int | None
    result: list[str]
    violations: list[Violation] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)


class Checker:
    """Checks files one after another under one ruleset, in one language."""

    def __init__(
        self,
        ruleset: Ruleset,
        lang: str,
        on_reject: Callable[[Reject], None],
        on_left_out: Callable[[str], None] | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.lang = lang
        self.tell = partial(say, lang)
        self._on_reject = on_reject
        self._on_left_out = on_left_out
        self._climbed: dict[bytes, dict[int, dict[str, Any]]] = {}

    def check(self, file: str) -> Iterator[Checked]:
        """Every deal of a file or folder in order. Raises ``IngestError`` if it, or all of it, cannot be read."""
        names: dict[str, str] = {}
        for batch in ingest.read(file, on_reject=self._on_reject, names=names, on_left_out=self._on_left_out):
            for at in range(batch.num_rows):
                yield self._deal(file, batch.slice(at, 1), names)

    def _deal(self, file: str, one: pa.RecordBatch, names: dict[str, str]) -> Checked:
        row = one.to_pylist()[0]
        scored = engine.score(one, self.ruleset).scores.to_pylist()[0]
        rung = self._rung(row, scored) if scored["takeover"] is not None or scored["strikes"] else None
        told = explain(row, self.ruleset)
        lines = result_lines(self.lang, told, rung)
        checked = Checked(
            file, row["line"], row["match_name"], row["deal_no"], scored["status"], scored["total"], lines
        )
        players = [names.get(row[f"player_{seat}"] or "") for seat in range(4)]
        checked.violations = list(self._violations(told, players))
        checked.differences = list(differences(self.lang, row, scored | (rung or {})))
        return checked

    def _rung(self, row: dict[str, Any], scored: dict[str, Any]) -> dict[str, Any] | None:
        """The deal's place on the ladder of its match, which the deals before it in the file lead up to."""
        facts = self._climbed.setdefault(row["match_key"], {})  # by number: of a deal recorded again the last counts
        names = ("deal_id", "match_key", *DEAL_FIELDS)
        facts[row["deal_no"]] = {name: row.get(name, scored.get(name)) for name in names}
        kinds = {name: (DEALS if name in DEALS.names else SCORES).field(name).type for name in names}
        columns = {name: pa.array([fact[name] for fact in facts.values()], kind) for name, kind in kinds.items()}
        rungs = climb(pa.table(columns), self.ruleset)
        at: int = pc.index(rungs["deal_id"], pa.scalar(row["deal_id"], rungs["deal_id"].type)).as_py()
        found: dict[str, Any] | None = None if at < 0 else rungs.slice(at, 1).to_pylist()[0]
        return found

    def _violations(self, told: Explanation, players: list[str | None]) -> Iterator[Violation]:
        for code in told.faults:
            words = self.tell("check.fault", verdict=self.tell(f"verdict.{code}"))
            yield Violation(None, None, None, code, "", None, "", self.clause(code), words)
        for table, shown in (("bid", told.bids), ("exchange", told.exchanges)):
            for one in shown or ():
                if not one.legal:
                    player = players[one.seat]
                    told_so = shown_words(self.lang, table, named(self.lang, one.seat, player), one.cards, one.verdict)
                    words, clause = self.tell("check.fault", verdict=told_so), self.clause(one.verdict)
                    yield Violation(None, one.seat, player, one.verdict, one.cards, None, "", clause, words)
        for foul in told.unknown_fouls:
            player = None if foul.seat is None else players[foul.seat]
            words = self.tell("check.fault", verdict=unknown_foul(self.lang, foul, player))
            clause = self.clause(FOUL_UNKNOWN)
            yield Violation(None, foul.seat, player, FOUL_UNKNOWN, "", None, "", clause, words)
        for trick in told.tricks:
            found = [(play, play.verdict) for play in trick.plays if not play.legal]
            if trick.turn != trick.leader:
                found.insert(0, (trick.plays[0], OUT_OF_TURN))
            for play, code in found:
                yield self._violation(trick, play, code, players[play.seat])

    def _violation(self, trick: Trick, play: Play, code: str, player: str | None) -> Violation:
        seat = seat_name(self.lang, play.seat)
        if code == OUT_OF_TURN:
            words = self.tell(f"verdict.{code}", seat=seat, turn=seat_name(self.lang, trick.turn))
        else:
            words = verdict_words(self.tell, play, trick.suit)
        suit = self.tell(f"suit.{trick.suit}")
        return Violation(
            trick=trick.number,
            seat=play.seat,
            player=player,
            code=code,
            cards=play.cards,
            held=play.held,
            owed=owed_words(self.tell, play.owed, suit) if play.owed else play.part or "",
            clause=self.clause(code, trick.shape),
            text=self.tell(
                "check.violation",
                trick=trick.number,
                seat=named(self.lang, play.seat, player),
                cards=play.cards,
                verdict=words,
            ),
        )

    def clause(self, code: str, shape: str = "") -> str:
        """The key of the ruleset a verdict rests on, of a play that of the shape led, and where in the sources its
        value comes from."""
        if code in EVERY_TEXT:
            key, status, clause = self.tell(f"check.rule_{code}"), "default", EVERY_TEXT[code]
        else:
            key = self._key(code, shape)
            _, status, clause = self.ruleset.sources[key]
        places = self.tell("component.join").join(map(self._place, PLACE.findall(clause)))
        where = self.tell("check.places", places=places) if places else ""
        return self.tell("check.rests_on", name=key, status=self.tell(f"status.{status}"), places=where)

    def _key(self, code: str, shape: str) -> str:
        """The key of a verdict: its own, or that of the ladder of the shape led."""
        values = self.ruleset.values
        if code in ("bid_companion", "exchange_companion") and values["declare.joker_companion"] != "none":
            return "declare.joker_companion"
        if code == "exchange_barred" and values["kitty_exchange.ladder"]:
            first_too = values["kitty_exchange.on_first_deal"]
            return "kitty_exchange.window" if first_too else "kitty_exchange.on_first_deal"
        if code == "bid_locked" and not values["declare.first_change_locks"]:
            return "declare.reinforce_lock"
        if code == "lead_throw_barred" and values["throw.allowed"]:
            return "throw.in_trump"
        if code == "owed_quad" and shape in ("tractor", "triple_tractor"):
            return "combos.bomb"
        key = CLAUSES[code]
        return LADDERS.get(shape, key) if key.startswith("follow.ladders.") else key

    def _place(self, place: str) -> str:
        """A place in the sources with the word before its number, if it has one, in the language."""
        word, _, number = place.replace("-", " ").partition(" ")
        return f"{self.tell(f'place.{word}')} {number}" if word in ("AMBIG", "REVIEW") else place


def differences(lang: str, row: dict[str, Any], result: dict[str, Any]) -> Iterator[Difference]:
    """What the record of a deal (a row of ``ingest.columns.DEALS``) says otherwise than a result.

    ``result``: ``winners`` and ``trick_points`` a trick, and the fields of a score and of a rung of the ladder by name.
    """
    winners = zip(row["rec_trick_winners"] or b"", result["winners"], strict=False)
    for trick, (recorded, rescored) in enumerate(winners, 1):
        if UNKNOWN not in (recorded, rescored) and recorded != rescored:
            yield _difference(lang, "rec_trick_winners", trick, recorded, rescored)
    points = zip(row["rec_trick_points"] or [], result["trick_points"], strict=False)
    for trick, (recorded, rescored) in enumerate(points, 1):
        if None not in (recorded, rescored) and recorded != rescored:
            yield _difference(lang, "rec_trick_points", trick, recorded, rescored)
    for name, ours in RECORDED.items():
        recorded, rescored = row[name], result.get(ours)
        told = rescored is not None or (ours == "winner" and ours in result)  # on a ladder None is: the game goes on
        if recorded is not None and told and recorded != rescored:
            yield _difference(lang, name, None, recorded, rescored)


def _difference(lang: str, name: str, trick: int | None, recorded: Any, rescored: Any) -> Difference:
    words = [_value(lang, name, value) for value in (recorded, rescored)]
    what = say(lang, f"field.{name.removeprefix('rec_')}")
    key = "check.difference" if trick is None else "check.difference_trick"
    text = say(lang, key, what=what, trick=trick, recorded=words[0], rescored=words[1])
    return Difference(name.removeprefix("rec_"), trick, recorded, rescored, text)


def _value(lang: str, name: str, value: Any) -> str:
    if name in LEVELS:
        return rank_text(value)
    if name in SEATS:
        return seat_name(lang, value)
    if name == "trump":
        return say(lang, f"trump.{value}")
    if name == "rec_winner":
        return say(lang, "match.nobody" if value is None else f"side.{value}")
    if isinstance(value, bool):
        return say(lang, "check.yes" if value else "check.no")
    return str(value)
