"""What the README shows as output is output: each line of it, in order."""

from __future__ import annotations

import re
from pathlib import Path

from tests.packaging.test_command import run
from tests.packaging.tree import ROOT

SHOWN = re.compile(r"^\$ shengji explain (.*?)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_deal_at_the_top_is_real_output(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    found = SHOWN.search(text)
    assert found
    words, shown = found[1].split(), found[2].splitlines()
    lake = str(tmp_path / "lake")
    ruleset = words[words.index("--ruleset") + 1]
    for command in (
        ["ingest", str(ROOT / "data/samples/revoke.jsonl"), "--lake", lake],
        ["replay", "--lake", lake, "--ruleset", ruleset],
    ):
        assert run(*command).returncode == 0
    told = run("explain", *[lake if word == "data/lake" else word for word in words]).stdout.splitlines()
    rest = iter(told)
    assert all(line in rest for line in shown), shown
    assert len(shown) == 10
    assert f"ten lines of the {len(told)}" in text
