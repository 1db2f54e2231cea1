"""Every ruleset has the transcript of one whole match, and each line of it is told again from its deals."""

from __future__ import annotations

import pytest

from replay.ruleset import Ruleset
from replay.selfplay.match import UNENDING
from tests.replay.played import scored
from tests.transcripts import FOLDER, deals_file, rulesets, tell, text_file

RULESETS = {ruleset.id: ruleset for ruleset in rulesets()}
LARGEST = 400 * 1024  # bytes of a file


def test_no_ruleset_is_without_one_and_no_transcript_without_a_ruleset() -> None:
    assert sorted(path.name for path in FOLDER.glob("*.txt")) == [f"{name}.txt" for name in RULESETS]
    assert sorted(path.name for path in FOLDER.glob("*.jsonl")) == [f"{name}.jsonl" for name in RULESETS]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_it_is_told_again_line_by_line(ruleset: Ruleset) -> None:
    kept = text_file(ruleset).read_text("utf-8").splitlines()
    told = tell(ruleset).splitlines()
    for number, (line, again) in enumerate(zip(kept, told, strict=False), 1):
        assert line == again, f"line {number}"
    assert len(kept) == len(told)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_it_is_one_whole_match_without_a_violation(ruleset: Ruleset) -> None:
    played = scored(deals_file(ruleset), ruleset)
    deals = played.deals
    assert played.violations == []
    assert len({deal["match_name"] for deal in deals}) == 1
    assert [deal["deal_no"] for deal in deals] == [*range(1, len(deals) + 1)]
    assert [deal["match_winner"] for deal in deals[:-1]] == [None] * (len(deals) - 1)
    if ruleset.values["levels.win_mode"] == "none" or not ruleset.values["match.best_of"]:
        assert len(deals) == UNENDING
    else:
        assert deals[-1]["match_winner"] is not None
        assert len(deals) > 2
    assert max(path.stat().st_size for path in (text_file(ruleset), deals_file(ruleset))) < LARGEST
