"""Engine and oracle, two programs written apart, must read every deal and every match alike."""

from __future__ import annotations

import json
import random
import secrets
from collections import Counter
from pathlib import Path

import pytest

from replay.kernel import batch as kernel
from replay.kernel import ladder
from tests.oracle.deals import coverage
from tests.oracle.fouls import settled
from tests.oracle.ladder import climb
from tests.oracle.matches import random_match
from tests.oracle.rulesets import HOUSES, NAMES
from tests.oracle.rulesets import load as oracle_rules
from tests.oracle.turns import possible, turns
from tests.replay import agree, house, matches

CHUNKS = 20
Numbers = tuple[int, int, int]  # legal, corrupted and unfinished deals
each_ruleset = pytest.mark.parametrize("ruleset", NAMES)


def covered(seed: int, each: Numbers, each_house: Numbers) -> Counter[str]:
    """Compares that many deals under each ruleset and tells how often everything occurred."""
    seen: Counter[str] = Counter()
    for ruleset, numbers in [*((name, each) for name in NAMES), *((name, each_house) for name in HOUSES)]:
        deals = agree.deals_of(random.Random(f"{seed} {Path(ruleset).stem}"), ruleset, *numbers)
        seen.update(coverage(agree.compare(deals, ruleset, f"seed {seed}")))
    print("\n".join([f"seed {seed}", *(f"{n:8} {name}" for name, n in seen.items())]))
    return seen


def test_the_compiled_kernel_is_what_is_compared() -> None:
    assert hasattr(kernel.score_batch, "py_func")
    assert hasattr(ladder.climb, "py_func")


def test_engine_and_oracle_agree() -> None:
    seen = covered(6, (60, 60, 20), (60, 60, 20))
    assert [name for name, count in seen.items() if not count] == []


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_oracle_agree_on_fresh_deals(chunk: int) -> None:
    seen = covered(secrets.randbits(32), (20_000 // CHUNKS, 20_000 // CHUNKS, 1_000 // CHUNKS), (100, 100, 10))
    assert [name for name, count in seen.items() if not count] == []


@pytest.mark.parametrize("seed", range(12))
def test_engine_and_oracle_agree_on_house_rules(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    ruleset = house.drawn(tmp_path / "house.toml", rng)
    rules = Path(ruleset).read_text(encoding="utf-8")
    agree.compare(agree.deals_of(rng, ruleset, legal=20, corrupted=20, cut=5), ruleset, f"seed {seed}\n{rules}")
    same_ladders(rng, ruleset, 100)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_oracle_agree_on_fresh_house_rules(chunk: int, tmp_path: Path) -> None:
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    for _ in range(20):
        test_engine_and_oracle_agree_on_house_rules(seed, tmp_path)
        seed += 1


def same_ladders(rng: random.Random, ruleset: str, number: int) -> Counter[str]:
    """Compares the ladders of random matches and tells how often each turn of a match occurred."""
    rules = oracle_rules(ruleset)
    played = [random_match(rng, rules) for _ in range(number)]
    ours = iter(matches.read(played, ruleset))
    seen: Counter[str] = Counter()
    for match in played:
        deals = {deal["deal_no"]: settled(deal, rules) for deal in match}
        for theirs in climb(list(deals.values()), rules):
            told = {name: theirs[name] for name in matches.ALL}
            assert next(ours) == told, f"ruleset {ruleset}, deal {told['deal_no']} of {json.dumps(match)}"
            seen.update(turns(deals[told["deal_no"]], theirs, rules))
    return seen


def test_engine_and_oracle_agree_on_ladders() -> None:
    seen: Counter[str] = Counter()
    for ruleset in [*NAMES, *HOUSES]:
        seen.update(same_ladders(random.Random(7), ruleset, 150))
    print("\n".join(f"{count:8} {turn}" for turn, count in sorted(seen.items())))
    assert sorted(set().union(*(possible(oracle_rules(ruleset)) for ruleset in NAMES)) - seen.keys()) == []


@pytest.mark.long
@pytest.mark.parametrize("ruleset", [*NAMES, *HOUSES], ids=lambda ruleset: Path(ruleset).stem)
def test_engine_and_oracle_agree_on_fresh_ladders(ruleset: str) -> None:
    rng = random.Random(seed := secrets.randbits(32))
    print(f"seed {seed}")
    for _ in range(20):
        same_ladders(rng, ruleset, 500)
