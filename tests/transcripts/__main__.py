"""Plays and tells the match of every ruleset anew: ``python -m tests.transcripts``, or of those named."""

from __future__ import annotations

import sys

from tests.transcripts import deals_file, play_one, rulesets, tell, text_file


def main() -> None:
    """Writes the two files of each ruleset."""
    for ruleset in rulesets():
        if sys.argv[1:] and ruleset.id not in sys.argv[1:]:
            continue
        deals_file(ruleset).write_text(play_one(ruleset), encoding="utf-8", newline="\n")
        text_file(ruleset).write_text(tell(ruleset), encoding="utf-8", newline="\n")
        print(f"{ruleset.id}: {deals_file(ruleset).read_text('utf-8').count(chr(10))} deals")


if __name__ == "__main__":
    main()
