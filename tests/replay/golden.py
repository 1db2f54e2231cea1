"""The golden digests: what fixed deals score. ``python -m tests.replay.golden`` writes them anew.

It refuses where results changed and ``ENGINE_VERSION`` was not raised.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

from replay import engine
from replay.ruleset import load
from tests.oracle.matches import random_match
from tests.oracle.rulesets import NAMES
from tests.oracle.rulesets import load as oracle_rules
from tests.replay import agree, matches, rows

FILE = Path(__file__).parents[1] / "cases" / "golden.json"
SEED = 1
RAISE = (
    "The results of {ruleset} changed and ENGINE_VERSION did not. If the change is meant, raise ENGINE_VERSION "
    "in replay/engine.py, then run `python -m tests.replay.golden`; if not, the engine is broken."
)
RENEW = "{what} changed, not the engine: run `python -m tests.replay.golden`."


def deals_of(ruleset: str, number: int) -> list[dict[str, Any]]:
    """That many legal and corrupted deals and a quarter as many unfinished ones, always the same."""
    return agree.deals_of(random.Random(f"{SEED} {ruleset}"), ruleset, number, number, number // 4)


def digest(value: Any) -> str:
    """Thirty-two hex digits of plain values; bytes as hex."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), default=bytes.hex)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def results_digest(deals: list[dict[str, Any]], ruleset: str) -> str:
    """The digest of the score and violation rows of deals, less the hash of the ruleset and the version."""
    scored = engine.score(rows.batch(deals), load(ruleset))
    left_out = ["ruleset_hash", "engine_version"]
    return digest([table.drop_columns(left_out).to_pylist() for table in (scored.scores, scored.violations)])


def ladder_digest(ruleset: str) -> str:
    """The digest of the ladders of fixed matches."""
    rng = random.Random(SEED)
    played = [random_match(rng, oracle_rules(ruleset)) for _ in range(50)]
    return digest(matches.read(played, ruleset))


def found(number: int = 60) -> dict[str, Any]:
    """What the engine gives now, in the form of golden.json."""
    entries = {}
    for ruleset in NAMES:
        deals = deals_of(ruleset, number)
        results = digest([results_digest(deals, ruleset), ladder_digest(ruleset)])
        entries[ruleset] = {"rules": load(ruleset).hash, "deals": digest(deals), "results": results}
    return {"engine_version": engine.ENGINE_VERSION, "rulesets": entries}


def fault(stored: dict[str, Any], now: dict[str, Any]) -> str | None:
    """What is wrong with the stored digests, in a sentence that says what to do; None if they hold."""
    if stored == now:
        return None
    same_version = stored["engine_version"] == now["engine_version"]
    if not same_version:
        return RENEW.format(what="ENGINE_VERSION")
    for ruleset, entry in now["rulesets"].items():
        before = stored["rulesets"].get(ruleset)
        if before is None or before["rules"] != entry["rules"]:
            return RENEW.format(what=f"The values of {ruleset}")
        if before["deals"] != entry["deals"]:
            return RENEW.format(what=f"The fixed deals of {ruleset}")
        if before["results"] != entry["results"]:
            return RAISE.format(ruleset=ruleset)
    return RENEW.format(what="The list of rulesets")


def renew() -> None:
    """Writes golden.json; exits with 1 where the version must be raised first."""
    now = found()
    wrong = fault(json.loads(FILE.read_text("utf-8")), now) if FILE.exists() else None
    if wrong and wrong.startswith("The results"):
        sys.exit(wrong)
    FILE.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
    print(f"wrote {FILE}")


if __name__ == "__main__":
    renew()
