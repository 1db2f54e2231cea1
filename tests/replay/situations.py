"""Situations in which every sentence of replay is told: small deals, questions and rejects, told in both languages.

``python -m tests.replay.situations`` writes ``tests/golden/sentences.txt`` anew: read it before you commit it.
"""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from ingest.cards import parse_cards
from ingest.columns import DEALS
from ingest.faults import Reject
from replay import checkcli, engine, judge, sentences
from replay.bidding import Judge
from replay.bids import Shown
from replay.bidwords import auction_lines, made_lines
from replay.checking import Checker
from replay.compiled import compile_ruleset
from replay.explain import explain
from replay.ruleset import load
from replay.schema import SOURCE_WORDS
from replay.sentences import say
from replay.telling import deal_lines, reject_place, reject_words
from tests.cases import load as load_cases
from tests.cases import shown_bid
from tests.replay import ask, house, rows

FILE = Path(__file__).parents[1] / "golden" / "sentences.txt"
CN, FEN80 = "cn_competition_2deck", "program_80fen"
THREE, FOUR, BOMBS = "cn_competition_3deck", "four_deck_216", "annex1_4deck"
PAST10, ONLINE = "past10_2deck", "shuangsheng_online_2deck"
HIGHEST, TIANJIN, BOARDS = "trump_highest_2deck", "tianjin_2deck", "cn_competition_2deck_duplicate"
PLAYERS = ["Ann", None, "李", None]
PLACE = {"level": "T", "trump": "H", "ruleset": CN}
MATCH = {"match_key": b"m" * 16, "match_name": "final", "deal_no": 3, "line": 7, "level_0": 10, "level_1": 9,
         "player_0": "0", "player_2": "2"}  # fmt: skip
EMPTY: dict[str, int] = {"defended": 0, "kitty": 0, "dealer": 0}
SAMPLES = Path(__file__).parents[2] / "data" / "samples"
FAULTY = ("revoke", "wrong_winner", "missing_card", "cut_off")
HEAD = "# Every sentence of replay, in both languages, as made in tests/replay/situations.py.\n"
Row = dict[str, Any]


def _row(deal: Row, **fields: Any) -> Row:
    return rows.row(deal) | MATCH | fields


def _of_cn(kind: str) -> Iterator[Row]:
    """The cases of a kind that run under the ruleset these deals are told by."""
    return (case for case in load_cases(kind) if case["ruleset"] == CN)


def _tricks() -> Iterator[Row]:
    """Unfinished deals of one trick: the first case of each verdict, each way to win, each shape."""
    seen: set[str] = set()
    won: set[str] = set()
    for case in _of_cn("follow"):
        if case["code"] not in seen:
            seen.add(case["code"])
            yield _row(ask.trick_of(case, [case["lead"], case["play"]], [case["lead"], case["hand"], "H9", "H9"]))
    for case in _of_cn("trick"):
        if case["by"] not in won:
            won.add(case["by"])
            yield _row(ask.trick_of(case, case["plays"]))
    for case in _of_cn("shape"):
        if case["shape"] not in seen:
            seen.add(case["shape"])
            yield _row(ask.trick_of(case, [case["cards"]]))


def _whole(place: Row, lead: str, **fields: Any) -> Row:
    """A short deal that counts as whole (``ask.whole_deal``), with as many cards buried as the ruleset's kitty has."""
    made = ask.whole_deal(place, lead, **fields)
    missing = ask.values_of(place)["deck.kitty_size"] - len(made["buried"].split())
    return made | {"buried": " ".join([made["buried"], *["C3"] * missing])}


def _throws() -> Iterator[Row]:
    """Throws that stand, that are beaten, and what was forced for them, rightly or not."""
    thrown, others = "D9 D8 D8 D4 D4", ["DJ D7", "D6 D5", "D3 D3 D2"]
    trick = partial(ask.trick_of, PLACE)
    yield _row(trick([thrown], [thrown, *others]))
    yield _row(trick(["D9"], [thrown, *others], thrown))
    yield _row(trick(["D4 D4"], [thrown, *others], thrown))
    yield _row(trick(["D9"], [thrown, "D7 D7", "D6 D5", "D3"], thrown))
    yield _row(trick(["D9"], [thrown, "D7 D6", "D5", "D3"], thrown))


def _follows() -> Iterator[Row]:
    """Follows that owed one card or several, some or all of what is left; a ruff that is too low."""
    for lead, hand, play in (
        ("S9 S9", "S5 S5 S6", "S5 S5"),
        ("S9", "S5 S6 D3", "D3"),
        ("S9", "S5 D3", "D3"),
        ("S9 S8 S7", "S5 S6 S4 S3 D3", "S5 S6 D3"),
        ("S9 S9", "S5 S6 D3", "S5 D3"),
        ("SA SA SK SK", "S5 S5 S6 S6 S8 S8 S3", "S5 S5 S8 S8"),
        ("SA SA SQ SQ", "S5 S5 S7 S7 S3 S2", "S5 S5 S3 S2"),
    ):
        yield _row(ask.trick_of(PLACE, [lead, play], [lead, hand, "D9", "D9"]))
    yield _row(ask.trick_of(PLACE, ["S9", "H3", "H2", "H4"], ["S9", "H3 D3", "H2 D4", "H4 D5"]))
    for trump in ("C", "D", "NT"):
        yield _row(ask.trick_of(PLACE | {"trump": trump}, ["C9", "D3"], ["C9", "C5", "S9", "S9"]))


def _scored() -> Iterator[Row]:
    """Short deals that count as whole: every way a deal ends."""

    def deal(won: int, *, kitty: int = 20, defended: int = 80, fouls: int = 0, **fields: Any) -> Row:
        made = _whole(PLACE, "S9 S9", defended=defended, kitty=kitty, last_winner=won, dealer=0)
        made["penalties"] = [{"side": 0, "points": fouls}] if fouls else []
        return _row(made, tier="derived", **fields)

    yield deal(0)  # kept, takeover without a level
    yield deal(1, defended=100)  # captured, a level gained
    yield deal(1, kitty=0, defended=60)  # nothing to capture; the dealer side holds
    yield deal(0, defended=0, fouls=10, level_0=13)  # a foul
    yield deal(0, defended=0, level_0=14, level=14)  # the game is over
    yield deal(0, rec_total=85) | {"tier": "summary", "plays": None, "play_lens": None, "leaders": None}
    out_of_turn = _whole(PLACE, "S9", last_winner=0, **EMPTY)
    out_of_turn["tricks"].insert(0, [1, "SA", "S3", "S4", "S6"])
    yield _row(out_of_turn, tier="derived")


def _unscored() -> Iterator[Row]:
    """Deals without a result, one a reason."""
    whole = _row(_whole(PLACE, "S9", last_winner=0, **EMPTY), tier="derived")
    yield whole | {"tier": "summary", "plays": None, "play_lens": None, "leaders": None}
    yield whole | {"tier": "partial"}
    yield whole | {"trump": None}
    yield whole | {"decks": 3}
    yield whole | {"plays": bytes([255]) + whole["plays"][1:]}


def _declared() -> Iterator[Row]:
    """Short deals that record bids: from which trump and dealer follow, as recorded or not, or nothing does."""
    whole = _whole(PLACE, "S9", last_winner=0, **EMPTY)
    for first, texts in (
        (True, "0 HT"),
        (True, "0 HT / 1 ST ST / 2 CT"),
        (False, "1 ST"),
        (False, "1 ST @kitty"),
        (True, "0 HT / 1 ??"),
        (True, ""),
    ):
        yield _row(whole, tier="derived", declarations=_shown(texts), first_deal=first)


def _shown(texts: str) -> list[Row]:
    """Bids or exchanges as a record holds them."""
    shown = [shown_bid(text) for text in texts.split(" / ") if text]
    return [one | {"cards": parse_cards(one["cards"])} for one in shown]


def _exchanged() -> Iterator[tuple[Row, str]]:
    """Short deals that record exchanges of the kitty, of every verdict, after bids or without."""
    whole = _whole(PLACE, "S9", last_winner=0, **EMPTY)
    for ruleset, bids, first, texts in (
        (PAST10, "0 ST", False, "1 HT HT / 2 LJ LJ / 2 BJ BJ / 0 ST ST / 3 S3 S3"),
        (PAST10, "", False, "1 HT HT"),
        (PAST10, None, False, "1 HT HT"),
        (PAST10, "0 HT", False, ""),
        (ONLINE, "0 HT BJ", False, "1 ST ST BJ / 2 ST ST LJ / 3 ??"),
        (ONLINE, "0 HT BJ", True, "1 ST ST LJ"),
        (ONLINE, "2 HT BJ", False, "2 ST ST LJ"),
        (CN, "0 HT", True, "1 LJ LJ"),
    ):
        exchanges = [shown | {"took": parse_cards("S2")} for shown in _shown(texts)]
        declared = None if bids is None else _shown(bids)
        yield _row(whole, tier="derived", declarations=declared, exchanges=exchanges, first_deal=first), ruleset


def _differing() -> Row:
    """A deal of which everything is recorded otherwise."""
    wrong = {"defender_points": 5, "kitty_points": 5, "multiplier": 9, "total": 999, "levels_gained": 7,
             "level_after_0": 2, "level_after_1": 3, "next_dealer": 3, "winner": 1}  # fmt: skip
    recorded: Row = {f"rec_{name}": value for name, value in wrong.items()}
    recorded |= {"rec_takeover": True, "rec_trick_points": [5], "rec_trick_winners": b"\3"}
    return _row(_whole(PLACE, "S9", last_winner=0, **EMPTY), tier="derived", level=14, level_0=14, **recorded)


def _ambiguous() -> Row:
    """A ruff that serves two runs, in a deal that counts as whole."""
    case = next(case for case in load_cases("trick") if case["id"] == "BUG-B16")
    return _row(ask.trick_of(case, case["plays"]) | {"buried": "S3"}, tier="derived")


def _alike(text: str) -> str:
    """Cards written as ``4xS9 S3``: four of S9 and one S3."""
    return " ".join(card for word in text.split() for card in [word[-2:]] * (int(word[0]) if "x" in word else 1))


def _wide() -> Iterator[tuple[Row, str]]:
    """Leads of wider units and their tractors, what is owed to them; trumps that are not filled up from the top."""
    for ruleset, *texts in (
        (THREE, "3xS9", "3xS5 S6", "2xS5 S6"),
        (THREE, "3xSA 3xS9", "3xS7 3xS5 S3", "3xS7 2xS5 S3"),
        (THREE, "3xSK 3xSQ", "3xS8 3xS7 S3", "3xS8 2xS7 S3"),
        (THREE, "3xSK 3xSQ", "3xS8 2xS7 2xS5", "2xS8 2xS7 2xS5"),
        (THREE, "3xSK 3xSQ 3xS9 SA", "3xS8 2xS6 2xS5 S4 S3 S2", "3xS8 2xS6 2xS5 S4 S3 S2"),
        (BOMBS, "4xS9", "4xS5 S6", "3xS5 S6"),
        (BOMBS, "4xSA 4xS9", "4xS7 4xS5 S3", "4xS7 3xS5 S3"),
        (BOMBS, "4xSK 4xSQ", "4xS8 4xS7 S3", "4xS8 3xS7 S3"),
        (BOMBS, "4xSK 4xSQ 4xS9 SA", "4xS6", "4xS6"),
        (BOMBS, "2xSK 2xSQ", "4xS5 2xS7 S3", "2xS7 2xS5"),
        (HIGHEST, "2xH9", "HA HK H3 H4", "H3 H4"),
        (HIGHEST, "2xH9", "HA HK H3 H4", "HA HK"),
    ):
        lead, hand, play = map(_alike, texts)
        play = " ".join([play, *["D3"] * (len(lead.split()) - len(play.split()))])
        yield _row(ask.trick_of(PLACE | {"ruleset": ruleset}, [lead, play], [lead, hand, "D9", "D9"])), ruleset


def _ends() -> Iterator[tuple[Row, str]]:
    """Short deals that end as only some rulesets let them: games won and lost levels, kitties that count against one,
    and what a ruleset forbids of a deal as a whole."""
    of = {"defended": 0, "kitty": 20, "dealer": 0}
    for ruleset, place, lead, won, fields in (
        (FOUR, {}, "S9 S9", 0, {}),  # nothing won by the defenders: the game is over
        (TIANJIN, {"level": "J"}, "CJ", 1, {"defended": 80}),  # the kitty lost to a jack
        (HIGHEST, {}, "H9 H9", 0, {}),  # kept with trumps: it counts against the defenders
        (HIGHEST, {}, "S9 S9", 1, {"defended": 80}),  # won without trumps: no capture
        (BOARDS, {}, "S9 S9", 0, {}),
        ("wind_rain_2deck", {}, "S9 S9", 0, {}),  # points are buried
        ("past_k_2deck", {}, "SK SK", 0, {"kitty": 0}),  # too few points are buried by who kept kings
        (CN, {"trump": "NT"}, "S9 S9", 0, {}),
    ):
        here = PLACE | {"ruleset": ruleset} | place
        yield _row(_whole(here, lead, last_winner=won, **of | fields), tier="derived"), ruleset
    yield _row(ask.whole_deal(PLACE, "S9 S9", last_winner=0, **of), tier="derived"), CN  # a kitty of two cards


def _fouled() -> Iterator[tuple[Row, str]]:
    """Short deals that fouls decide, finished or not, or in which they take the kitty or have no price."""
    for ruleset, fouls, fields in (
        (PAST10, [{"side": 0, "kind": "card_count_dealer"}], {"tier": "partial"}),
        (PAST10, [{"side": 0, "kind": "card_count_both"}], {"tier": "derived"}),
        (PAST10, [{"side": 1, "kind": "wrong_follow", "count": 3}], {"tier": "partial"}),
        (PAST10, [{"side": 1, "kind": "loud_talk"}, {"side": 0, "seat": 2, "kind": "loud_talk"}], {"tier": "derived"}),
        ("past_k_2deck", [{"side": 1, "kind": "slow_play_30s"}], {"tier": "derived"}),
        (FOUR, [{"side": 0, "kind": "card_count"}], {"tier": "derived"}),
        ("step10_top7_2deck", [], {"tier": "derived", "level": 14, "level_0": 14}),
    ):
        made = _whole(PLACE | {"ruleset": ruleset}, "S9", last_winner=0, **EMPTY)
        yield _row(made | {"penalties": fouls}, **fields), ruleset


def _houses(folder: Path) -> Iterator[tuple[Row, str]]:
    """Deals under house rules: no capture, no level for the dealer side, no throws, a clause of every standing."""
    bands = [{"max": 75, "side": "dealer", "levels": 0}, {"min": 80, "side": "defenders", "levels": 0}]
    whole = _row(_whole(PLACE, "S9 S9", last_winner=1, **EMPTY), tier="derived")
    yield whole, house.write(folder / "a.toml", {"kitty_capture.enabled": False, "score.bands": bands})
    yield _row(ask.trick_of(PLACE, ["H9 H8"])), house.write(folder / "b.toml", {"throw.in_trump": False})
    thrown = _row(ask.trick_of(PLACE, ["S9 S8"]))
    for status in SOURCE_WORDS:
        source = f'throw.allowed = false\n[source]\n"throw.allowed" = "{status}: REVIEW 18, AMBIG-5"\n'
        path = folder / f"{status}.toml"
        path.write_text(house.HEADER + source, encoding="utf-8")
        yield thrown, str(path)


ONE = {"kind": "trick", "trump": "H", "level": "T"}
QUESTIONS: list[Row] = [
    {"kind": "bid", "ruleset": "shuangsheng_online_2deck", "level": "2", "bids": [{"seat": 2, "cards": "LJ LJ"}]},
    {"kind": "bid", "ruleset": "cn_competition_2deck_duplicate", "level": "2", "dealer": 0,
     "bids": [{"seat": 2, "cards": ""}, {"seat": 2, "cards": "S2"}]},
    {"kind": "shape", "trump": "S", "level": "2", "cards": "H5 H5 H6 H6 HK"},
    {"kind": "outcome", "points": 125},
    {"kind": "outcome", "points": 0, "ruleset": "four_deck_216"},
    ONE | {"plays": ["S9", "S8", "S7", "S6"]},
    ONE | {"plays": ["S9", "SK", "S7", "S6"]},
    ONE | {"plays": ["S9 S9", "H8 H8", "S7 S6", "S5 S4"]},
    ONE | {"plays": ["S9 S9", "H8 H8", "HK HK", "S5 S4"]},
    {"kind": "capture", "trump": "H", "level": "T", "plays": ["S9 S9"], "won_by": "defenders", "kitty": "S5 SK"},
    {"kind": "capture", "trump": "H", "level": "T", "plays": ["S9 S9"], "won_by": "dealer", "kitty": "S5 SK"},
    {"kind": "capture", "trump": "H", "level": "T", "plays": ["H9 H9"], "won_by": "dealer", "kitty": "S5 SK",
     "ruleset": HIGHEST},
    {"kind": "capture", "trump": "H", "level": "T", "plays": ["S9 S9"], "won_by": "defenders", "kitty": "S5 SK",
     "ruleset": HIGHEST},
    {"kind": "throw", "trump": "H", "level": "T", "lead": "S9", "others": ["SA", "S3", "S4"]},
    {"kind": "ladder", "levels": ["A", "2"], "dealer": 0, "points": 40},
    {"kind": "ladder", "ruleset": "step10_top7_2deck",
     "deals": [{"dealer": 0, "points": 40, "levels": ["A", "2"]}, {"dealer": 0, "points": 40, "levels": ["A", "2"]}]},
    {"kind": "ladder", "ruleset": "step10_top7_2deck", "levels": ["6", "5"], "dealer": 0, "points": 80, "minutes": 50},
    {"kind": "ladder", "ruleset": BOMBS, "levels": ["6", "5"], "dealer": 0, "points": 80, "minutes": 150},
    {"kind": "ladder", "ruleset": "eighty_2deck", "levels": ["6", "5"], "dealer": 0, "points": 40, "minutes": 120},
    {"kind": "ladder", "ruleset": "eighty_2deck", "levels": ["6", "6"], "dealer": 0, "points": 80, "minutes": 120},
]  # fmt: skip


class Heard(dict[str, str]):
    """Templates that remember the first words that were made of each."""

    def __init__(self, lang: str, made: dict[str, str]) -> None:
        super().__init__({key: Template(key, text, made) for key, text in sentences.templates(lang).items()})


class Template(str):
    """A template that remembers what was made of it."""

    def __new__(cls, key: str, text: str, made: dict[str, str]) -> Template:
        self = super().__new__(cls, text)
        self.key, self.made = key, made
        return self

    key: str
    made: dict[str, str]

    def format(self, *args: object, **evidence: object) -> str:
        words = super().format(*args, **evidence)
        self.made.setdefault(self.key, words)
        return words


@contextlib.contextmanager
def hearing() -> Iterator[dict[str, dict[str, str]]]:
    """While it lasts, the first words made of every template, by language and key."""
    heard: dict[str, dict[str, str]] = {lang: {} for lang in sentences.LANGUAGES}
    listening = {lang: Heard(lang, made) for lang, made in heard.items()}
    templates = sentences.templates
    sentences.templates = listening.__getitem__  # type: ignore[assignment]
    try:
        yield heard
    finally:
        sentences.templates = templates


@contextlib.contextmanager
def bound(ruleset: str, steps: int) -> Iterator[None]:
    """While it lasts, the kernel's searches give up after that many steps."""
    rules = compile_ruleset(load(ruleset)).rules
    usual = int(rules.bound)
    rules.bound = steps
    try:
        yield
    finally:
        rules.bound = usual


def told(row: Row, ruleset: str, lang: str) -> list[str]:
    """A deal as ``explain`` tells it, with what ``check`` finds in it behind."""
    rules = load(ruleset)
    batch = pa.RecordBatch.from_pylist([row], schema=DEALS)
    scored = engine.score(batch, rules).scores.to_pylist()[0]
    climbs = scored["takeover"] is not None or scored["strikes"]
    rung = Checker(rules, lang, print)._rung(row, scored) if climbs else None
    lines = deal_lines(lang, explain(row, rules), rules, rung, PLAYERS)
    checked = Checker(rules, lang, print)._deal("final.jsonl", batch, {"0": "Ann", "2": "李"})
    for violation in checked.violations:
        lines += [violation.text, say(lang, "check.clause", clause=violation.clause)]
    return lines + [difference.text for difference in checked.differences]


def told_all(lang: str) -> list[str]:
    """Every situation in one language, a line a sentence."""
    lines: list[str] = []
    for row in (*_tricks(), *_throws(), *_follows(), *_scored(), *_unscored(), *_declared(), _differing()):
        lines += told(row, CN, lang)
    stopped = _row(_whole(PLACE, "S9", last_winner=0, **EMPTY), tier="derived", level=3, level_0=3, rec_next_dealer=3)
    lines += told(stopped, FEN80, lang)
    with bound(CN, 0):
        lines += told(_ambiguous(), CN, lang)
    with tempfile.TemporaryDirectory() as folder:
        for row, ruleset in (*_wide(), *_ends(), *_exchanged(), *_fouled(), *_houses(Path(folder))):
            lines += told(row, ruleset, lang)
    lines += [judge.answer({"ruleset": CN, "lang": lang} | question)["text"] for question in QUESTIONS]
    return [*lines, *_auctions(lang), *_rejected(lang), *_checked(lang)]


def _auctions(lang: str) -> Iterator[str]:
    """Bids of every verdict; declared or not, void or not, with a trump and a dealer or without."""
    jokers = {"declare.ladder": [["level_single"], ["small_joker_pair"]]}
    for ruleset, put, texts in (
        (CN, {}, "0 S2 / 0 S2 S2 / 1 H2 H2 / 0 H2 H2 / 2 LJ LJ / 3 S2 BJ"),
        (CN, jokers, "0 LJ LJ"),
        (CN, {}, "0 S2 / 1 ??"),
        (TIANJIN, {}, "0 S2 / 1 H2 H2 / 2 C2 C2"),
        (ONLINE, {}, "0 H2 BJ / 0 H2 H2 BJ"),
        ("wind_rain_2deck", {}, "0 H6 H6 LJ / 2 H6 H7 LJ"),
        (TIANJIN, {}, ""),
        (
            CN,
            {"declare.simultaneous": "kitty_card", "declare.timing": "after_deal"},
            "0 S2 @deal / 1 / 0 S2 @dealt / 2 C2 & / 3 H2 H2 @kitty",
        ),
    ):
        bids = [Shown(**bid) for bid in _shown(texts)]
        auction = Judge(load(ruleset).values | put).judge(2, True, bids, None, None)
        yield from auction_lines(lang, bids, auction)
        yield from [] if auction.void else made_lines(lang, auction.trump, auction.dealer)


def _rejected(lang: str) -> list[str]:
    """Every code of ingest, with a place in a deal."""
    codes = [key.removeprefix("reject.") for key in sentences.templates("zh") if key.startswith("reject.")]
    rejects = [
        Reject(code=code, sentence=f"({code})", path="a.jsonl", line=3, raw="", deal_no=7, trick=1, seat=2)
        for code in codes
    ]
    told_so = [f"{reject_place(lang, reject)}: {reject_words(lang, reject)}" for reject in rejects]
    return told_so if lang == "zh" else told_so[:1]


def _checked(lang: str) -> list[str]:
    """What ``check`` prints of the samples with a fault."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        checkcli.run([str(SAMPLES / f"{name}.jsonl") for name in FAULTY], load(CN), lang, as_json=False)
    return out.getvalue().splitlines()


def golden() -> str:
    """The text of the golden file: the first words of every template, then every line of the situations."""
    with hearing() as heard:
        lines = {lang: list(dict.fromkeys(told_all(lang))) for lang in sentences.LANGUAGES}
    parts = [HEAD]
    for key in sorted(set().union(*heard.values())):
        parts += [f"[{key}]", *(f"{lang} | {heard[lang][key]}" for lang in heard if key in heard[lang])]
    for lang, told_lines in lines.items():
        parts += ["", f"== {lang}", *told_lines]
    return "\n".join(parts).replace(f"{SAMPLES}/", "") + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(golden(), encoding="utf-8")
    print(f"wrote {FILE}")
