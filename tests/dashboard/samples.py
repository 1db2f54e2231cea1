"""A lake of the sample logs, replayed under two rulesets that judge some of its deals differently."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from analytics.catalog import open_catalog
from ingest.lake import Lake
from ingest.pipeline import ingest
from replay.ruleset import load
from replay.runners import replay

SAMPLES = Path(__file__).parents[2] / "data" / "samples"
LOGS = ("matches.jsonl", "revoke.jsonl", "wrong_winner.jsonl", "by_hand.jsonl", "80fen.ndjson")
COMPETITION, PROGRAM = "cn_competition_2deck", "program_80fen"


@dataclass(frozen=True)
class Samples:
    """The lake, and a lead in it that one ruleset allows and the other does not: the deal's id, and the trick."""

    lake: Path
    deal: str
    trick: int


def make(path: Path) -> Samples:
    """Fills a lake; its disputed lead is a failed throw followed by what COMPETITION forces and PROGRAM does not."""
    lake = Lake.create(path)
    ingest([str(SAMPLES / name) for name in LOGS], lake)
    for ruleset in (COMPETITION, PROGRAM):
        replay(lake, load(ruleset))
    with open_catalog(path) as con:
        query = "SELECT deal_id, trick FROM violations WHERE ruleset = ? AND verdict = 'lead_forced_wrong' ORDER BY 1"
        found = con.execute(query, [PROGRAM]).fetchone()
    assert found is not None
    return Samples(path, found[0][:12], found[1])
