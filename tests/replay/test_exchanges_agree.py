"""Engine and oracle, two programs written apart, must judge every exchange of the kitty alike."""

from __future__ import annotations

import json
import random
import secrets
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ingest.cards import parse_cards, parse_rank
from ingest.validate import check
from replay.bidding import judge_bids
from replay.exchanges import ExchangeJudge
from replay.ruleset import load
from tests.cases import Case
from tests.cases import load as load_cases
from tests.oracle.auctions import drawn_rules
from tests.oracle.cards import ONE_DECK, text
from tests.oracle.dealing import new_deal
from tests.oracle.exchanges import adds_up, judged
from tests.oracle.rulesets import HOUSES, NAMES
from tests.oracle.rulesets import load as oracle_rules
from tests.oracle.takings import random_taking
from tests.replay import house, rows
from tests.replay.test_bids_agree import bids_of, dotted
from tests.test_oracle_exchanges import case_of

Given = dict[str, Any]


def shown(entries: list[dict[str, Any]]) -> list[tuple[int, bytes]]:
    """Exchanges as the engine takes them."""
    return [(one["seat"], parse_cards(one["cards"])) for one in entries]


def engine(given: Given, ruleset: str) -> Given:
    """What the engine makes of bids and exchanges, in the oracle's words."""
    rules, level, first, dealer = load(ruleset), parse_rank(given["level"]), given["first_deal"], given["dealer"]
    kitty = None if given["kitty"] is None else parse_cards(" ".join(given["kitty"]))
    made: Given = {"trump": None, "dealer": None, "void": False}
    auction = None
    if given["bids"] is not None:
        auction = judge_bids(rules, level, first, bids_of(given["bids"]), kitty, dealer)
        made = {"trump": auction.trump, "dealer": auction.dealer, "void": auction.void}
    buries = made["dealer"] if dealer is None else dealer
    exchanged = ExchangeJudge(rules.values).judge(level, first, shown(given["exchanges"]), buries, auction)
    codes = [verdict.name.lower() for verdict in exchanged.verdicts]
    return made | {"trump": exchanged.trump(made["trump"]), "codes": codes}


def compare(rng: random.Random, ruleset: str, number: int) -> None:
    """Holds both against each other on random exchanges under a ruleset; the first that differs is told whole."""
    rules = oracle_rules(ruleset)
    for _ in range(number):
        given = random_taking(rng, rules).given
        assert engine(given, ruleset) == judged(**given, rules=rules), f"ruleset {ruleset}, {json.dumps(given)}"


CASES = load_cases("exchange")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_table_of_exchanges(case: Case) -> None:
    result = engine(case_of(case), case["ruleset"])
    trump = "void" if result["void"] else result["trump"] or "?"
    deals = -1 if result["dealer"] is None else result["dealer"]
    assert (result["codes"], trump, deals) == (case["codes"], case["makes"], case["deals"])


@pytest.mark.parametrize("ruleset", [*NAMES, *HOUSES], ids=lambda ruleset: Path(ruleset).stem)
def test_engine_and_oracle_judge_exchanges_alike(ruleset: str) -> None:
    compare(random.Random(Path(ruleset).stem), ruleset, 150)


def changed(rng: random.Random, deal: Given) -> Given:
    """The deal with one thing about its exchanges put otherwise."""
    exchanges = [dict(one) for one in deal["exchanges"]]
    if not exchanges:
        return deal
    one = rng.choice(exchanges)
    way = rng.choice(["seat", "cards", "took", "order", "left out", "buried", "dealer"])
    if way == "seat":
        one["seat"] = rng.randrange(4)
    elif way in ("cards", "took"):
        cards = one[way].split()
        if rng.random() < 0.8:
            cards[rng.randrange(len(cards))] = rng.choice(ONE_DECK)
        one[way] = text(cards[rng.random() < 0.2 and len(cards) > 1 :])
    elif way == "order":
        rng.shuffle(exchanges)
    elif way == "left out":
        exchanges.remove(one)
    elif way == "buried":
        return {**deal, "buried": one["took"]}
    else:
        return {**deal, "dealer": rng.randrange(4)}
    return {**deal, "exchanges": exchanges}


@pytest.mark.parametrize(
    "ruleset", ["past10_2deck", "shuangsheng_online_2deck", "cn_competition_1deck", "titanic_3deck"]
)
def test_engine_and_oracle_refuse_the_same_exchanges(ruleset: str) -> None:
    rng, rules = random.Random(ruleset), oracle_rules(ruleset)
    deals = []
    while len(deals) < 600:
        deal = new_deal(rng, rules, spice=True, exchanged=True) | {"penalties": []}
        if any("??" in one["cards"] for one in deal["exchanges"]) or not deal["exchanges"]:
            continue
        deals += [deal, changed(rng, deal), changed(rng, changed(rng, deal))]
    refused = check(rows.batch(deals)).faults
    for at, deal in enumerate(deals):
        hands, kitty = [hand.split() for hand in deal["hands"]], deal["kitty"].split()
        fits = adds_up(hands, kitty, deal["dealer"], deal["exchanges"], deal["buried"])
        assert fits is (at not in refused), f"{refused.get(at)}: {json.dumps(deal)}"
    print(Counter(fault.code for fault in refused.values()), len(deals) - len(refused), "taken")
    assert {"exchange_kitty", "exchange_not_held"} <= {fault.code for fault in refused.values()}


def compare_drawn(seed: int, folder: Path, number: int) -> None:
    """The same under rules of declaring and exchanging that are drawn by a seed."""
    rng = random.Random(seed)
    compare(rng, house.write(folder / f"house_{seed}.toml", dotted(drawn_rules(rng))), number)


@pytest.mark.parametrize("seed", range(60))
def test_engine_and_oracle_judge_exchanges_alike_under_drawn_rules(seed: int, tmp_path: Path) -> None:
    compare_drawn(seed, tmp_path, 80)


@pytest.mark.long
def test_engine_and_oracle_judge_exchanges_alike_on_fresh_ones(tmp_path: Path) -> None:
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    for ruleset in [*NAMES, *HOUSES]:
        compare(random.Random(f"{seed} {Path(ruleset).stem}"), ruleset, 1_000)
    for more in range(200):
        compare_drawn(seed + more, tmp_path, 100)
