"""What ``shengji compare`` says, in Chinese or English: counts, deals that differ, and why one of them does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ingest.cards import rank_text
from replay.comparing import Pair, Share
from replay.diffing import value_words
from replay.explain import Explanation
from replay.facts import ALLOWED, TRICK_WINNER, Difference, Fact
from replay.reasons import Keys
from replay.ruleset import Ruleset
from replay.sentences import say
from replay.telling import result_lines, seat_name, trick_lines

SEATS = (TRICK_WINNER, "next_dealer")
LEVELS = ("level_after_0", "level_after_1")
KITTY = ("captured", "multiplier")
FIELDS = ("multiplier", "total", "takeover", "levels_gained", *LEVELS, "next_dealer", "winner", "match_winner")


def share_words(lang: str, share: Share) -> str:
    """One count: n of how many, the share, and its interval where there is one."""
    told = {"what": say(lang, f"compare.count_{share.what}"), "unit": say(lang, f"compare.unit_{share.unit}")}
    one = share.estimate
    if one.value is None:
        return say(lang, "compare.count_none", **told)
    if one.low is None or one.high is None:
        interval = say(lang, "compare.no_interval")
    else:
        interval = say(lang, "compare.interval", low=_percent(one.low), high=_percent(one.high))
    return say(lang, "compare.count", **told, n=share.n, of=share.of, share=_percent(one.value), interval=interval)


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"


def pair_lines(lang: str, names: Sequence[str], deals: int, pair: Pair) -> Iterator[str]:
    """What was counted of a pair of rulesets, with what was left out."""
    a, b = names
    yield say(lang, "compare.head", a=a, b=b, deals=deals, compared=pair.compared)
    for (which, status), n in sorted(pair.left_out.items()):
        why = say(lang, f"compare.left_{status}")
        yield "  " + say(lang, "compare.left_out", ruleset=b if which else a, n=n, why=why)
    if pair.compared:
        yield from ("  " + share_words(lang, share) for share in pair.shares)


def what_words(lang: str, fact: Fact) -> str:
    """What a fact is about."""
    trick = None if fact.trick is None else fact.trick + 1
    if fact.what == "match_winner":
        return say(lang, "compare.match_winner")
    if fact.what in FIELDS:
        return say(lang, f"field.{fact.what}")
    seat = "" if fact.seat is None else seat_name(lang, fact.seat)
    if fact.what in (TRICK_WINNER, ALLOWED, "captured"):
        return say(lang, f"compare.{fact.what}", trick=trick, seat=seat)
    of = "of_trick" if trick is not None else "of_seat" if seat else "of_deal"
    return say(lang, f"compare.{of}", trick=trick, seat=seat, code=fact.what)


def fact_words(lang: str, fact: Fact, value: Any) -> str:
    """A fact's value."""
    if fact.what == ALLOWED:
        return say(lang, "compare.is_allowed" if value else "compare.not_allowed")
    if fact.what in ("winner", "match_winner"):
        return say(lang, "compare.nobody") if value is None else say(lang, f"side.{value}")
    if value is None and fact.what in (*SEATS, *LEVELS, "levels_gained", "multiplier", "total"):
        return say(lang, "compare.none")
    if fact.what in SEATS:
        return seat_name(lang, value)
    if fact.what in LEVELS:
        return rank_text(value)
    if fact.what == "levels_gained" and value[0] is None:
        return say(lang, "compare.nobody")
    if fact.what == "levels_gained":
        return say(lang, "compare.gain", side=say(lang, f"side.{value[0]}"), n=value[1])
    return str(value) if fact.what in ("multiplier", "total") else say(lang, "check.yes" if value else "check.no")


def deal_line(lang: str, place: str, found: Iterable[Difference]) -> str:
    """A deal of the list with all in which it differs; plays and tricks that differ alike stand together."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for one in found:
        a, b = fact_words(lang, one.fact, one.a), fact_words(lang, one.fact, one.b)
        alike.setdefault((one.fact.what, a, b), []).append(what_words(lang, one.fact))
    items = [
        say(lang, "compare.item", what=say(lang, "component.join").join(whats), a=a, b=b)
        for (_, a, b), whats in alike.items()
    ]
    return "  " + say(lang, "compare.deal", deal=place, differences=say(lang, "compare.join").join(items))


def place_of(deal: dict[str, Any]) -> str:
    """What a deal is found by: its match and number, and the beginning of its id."""
    return f"{deal['match_name']}/{deal['deal_no']} ({deal['deal_id'][:12]})"


def why_lines(
    lang: str, rulesets: dict[str, Ruleset], told: Sequence[Explanation], found: Iterable[tuple[Difference, Keys]]
) -> Iterator[str]:
    """Each difference of a deal, what the tricks it is of look like under each of two rulesets, and the keys
    that it takes; what takes the same keys stands together."""
    together: dict[Keys, list[Difference]] = {}
    for difference, keys in found:
        together.setdefault(keys, []).append(difference)
    a, b = rulesets
    for keys, group in together.items():
        for one in group:
            values = {"value_a": fact_words(lang, one.fact, one.a), "value_b": fact_words(lang, one.fact, one.b)}
            yield say(lang, "compare.difference", what=what_words(lang, one.fact), a=a, b=b, **values)
        for one in group:
            if one.fact.trick is None and one.fact.what not in (*FIELDS, *KITTY):
                table = next((kind for kind in ("bid", "exchange") if one.fact.what.startswith(f"{kind}_")), "verdict")
                verdict = say(lang, f"{table}.{one.fact.what}")
                yield "  " + say(lang, "compare.told", ruleset=b if one.b else a, line=verdict)
        for trick in sorted({one.fact.trick for one in group if one.fact.trick is not None}):
            yield from ("  " + line for line in _trick(lang, list(rulesets), told, trick))
        if any(one.fact.what in KITTY for one in group):
            yield from ("  " + line for line in _kitty(lang, list(rulesets), told))
        for key in keys:
            yield "  " + say(lang, "compare.because", name=key)
            for name, ruleset in rulesets.items():
                yield "    " + say(lang, "compare.held", ruleset=name, value=value_words(lang, ruleset, key))


def _trick(lang: str, names: Sequence[str], told: Sequence[Explanation], trick: int) -> Iterator[str]:
    """A trick as two rulesets tell it."""
    return _apart(lang, names, [trick_lines(lang, one.tricks[trick], one.dealer) for one in told])


def _kitty(lang: str, names: Sequence[str], told: Sequence[Explanation]) -> Iterator[str]:
    """The last lead and what comes of the kitty, which is the first line of a result."""
    last = [trick_lines(lang, one.tricks[-1], one.dealer)[:1] + result_lines(lang, one)[:1] for one in told]
    return _apart(lang, names, last)


def _apart(lang: str, names: Sequence[str], told: Sequence[list[str]]) -> Iterator[str]:
    """The first line of both if it is the same, and the lines that only one of them tells."""
    a, b = ([line.strip() for line in lines] for lines in told)
    if a[0] == b[0]:
        yield a[0]
    for name, own, other in zip(names, (a, b), (b, a), strict=True):
        yield from (say(lang, "compare.told", ruleset=name, line=line) for line in own if line not in other)
