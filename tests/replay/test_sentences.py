"""The referee's words: all are in one reviewed file, in both languages, and each says where, who and what."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from replay.sentences import LANGUAGES, say, templates
from replay.verdicts import FIRST_VIOLATION, NAMES, Verdict
from tests.replay import situations

ROOT = Path(__file__).parents[2]
CARD = r"(?:[SHCD][2-9TJQKA]|LJ|BJ)"
VIOLATION = {
    "zh": rf"  第\d+圈，[南东北西](（.+）)?，{CARD}( {CARD})*：违例[：，].+。",
    "en": rf"  trick \d+, (South|East|North|West)( \(.+\))?, {CARD}( {CARD})*: NOT ALLOWED[:,] .+\.",
}
OF_A_DEAL = {"zh": r"  (违例：.+|.+犯规 .+)。", "en": r"  (NOT ALLOWED: .+|Foul .+: NOT PRICED.+)\."}
# What a Chinese sentence may hold in Latin letters: cards, ranks, suits, names, keys of rulesets, fouls, places.
LATIN = re.compile(
    r"Ann|bot [A-D]|final|selfplay-[a-z_\d-]+|[a-z_]+\.jsonl|80fen|[a-z_]+(\.[a-z_\d]+)+|[a-z]+(_[a-z\d]+)+"
    r"|S\d:L\d+|D\d+"
    rf"|{CARD}|(?<![A-Za-z])[TJQKASHCD](?![A-Za-z])"
)
# Told by `shengji match` of score sheets, by `compare`, by `judge` of bad questions; their own tests say these.
TOLD_ELSEWHERE = ("match.", "compare.", "asked.")


def words() -> dict[str, dict[str, str]]:
    """Each key of the golden file with its words by language."""
    found: dict[str, dict[str, str]] = {}
    for line in situations.FILE.read_text(encoding="utf-8").split("\n== ")[0].splitlines():
        if line.startswith("["):
            found[line[1:-1]] = {}
        elif line[2:5] == " | ":
            found[list(found)[-1]][line[:2]] = line[5:]
    return found


def lines(lang: str) -> list[str]:
    """The lines of the golden file in a language, as they were told."""
    parts = situations.FILE.read_text(encoding="utf-8").split("\n== ")
    return next(part for part in parts if part.startswith(f"{lang}\n")).splitlines()[1:]


def test_the_sentences_are_those_of_the_reviewed_file() -> None:
    told, reviewed = situations.golden(), situations.FILE.read_text(encoding="utf-8")
    assert told == reviewed, "read the change, then run `python -m tests.replay.situations`"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_template_is_told(lang: str) -> None:
    told = {key for key, by_lang in words().items() if lang in by_lang and not key.startswith(TOLD_ELSEWHERE)}
    assert {key for key in templates(lang) if not key.startswith(TOLD_ELSEWHERE)} == told


def test_no_template_is_missing_in_one_language() -> None:
    zh, en = templates("zh"), templates("en")
    assert {key for key in zh if not key.startswith("reject.")} == set(en)
    for key, text in en.items():
        fields = [sorted({name for _, name, _, _ in Formatter().parse(one) if name}) for one in (zh[key], text)]
        assert fields[0] == fields[1], key


def test_every_verdict_has_its_words() -> None:
    assert {f"verdict.{name}" for name in NAMES.values()} | {"verdict.follow_owed"} == {
        key for key in templates("en") if key.startswith("verdict.")
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_violation_says_trick_seat_and_cards_or_is_of_the_whole_deal(lang: str) -> None:
    sign = {"zh": "违例", "en": "NOT ALLOWED"}[lang]
    starts = {"zh": "  第", "en": "  trick"}[lang]
    found = [line for line in lines(lang) if line.startswith(starts) and sign in line]
    assert [line for line in found if not re.fullmatch(VIOLATION[lang], line)] == []
    of_deals = [line for line in lines(lang) if re.fullmatch(OF_A_DEAL[lang], line)]
    for code, name in NAMES.items():
        if code >= FIRST_VIOLATION:
            begins = templates(lang)[f"verdict.{name}"].split("{")[0]
            assert any(begins in line for line in (of_deals if code >= Verdict.KITTY_SIZE else found)), name


def test_chinese_holds_no_latin_word() -> None:
    told = [text["zh"] for text in words().values()] + lines("zh")
    assert [line for line in told if re.search("[A-Za-z]", LATIN.sub("", line))] == []


def codes_of_ingest() -> set[str]:
    """The code of every ``Fault("code", …)`` in the sources of ingest."""
    found = set()
    for path in (ROOT / "ingest").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fault":
                code = node.args[0]
                found |= {code.value} if isinstance(code, ast.Constant) and isinstance(code.value, str) else set()
    return found


def test_every_reason_to_reject_has_chinese_words() -> None:
    codes = codes_of_ingest()
    assert "card_not_held" in codes
    assert {f"reject.{code}" for code in codes} == {key for key in templates("zh") if key.startswith("reject.")}


def test_one_is_told_in_the_singular() -> None:
    many = say("en", "match.sum_log", matches=2, deals=0, no_result=0, again=0, otherwise=0, rejects=0)
    assert many.startswith("2 matches, 0 deals on the ladder, 0 without")
    assert say("en", "match.head", match="m", source="s", deals=1) == "Match m (s), 1 deal:"
    assert say("en", "compare.differ", a="A", b="B", n=1) == "A and B differ in 1 key."
    assert say("zh", "match.head", match="m", source="s", deals=1) == "对局 m（s），1副："
