"""What ``shengji check`` prints: a deal's result, then what was found in it; or one JSON document."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from functools import partial

from ingest.faults import Reject
from ingest.files import IngestError
from replay.checking import Checked, Checker
from replay.ruleset import Ruleset
from replay.sentences import say
from replay.telling import reject_place, reject_words


def run(files: list[str], ruleset: Ruleset, lang: str, as_json: bool) -> int:
    """Checks the files and prints. 0 where nothing is wrong, 1 where something is, 2 where a file cannot be read."""
    rejects: list[Reject] = []
    tell = partial(say, lang)
    left_out: list[str] = []
    checker = Checker(ruleset, lang, rejects.append, left_out.append)
    deals: list[Checked] = []
    unreadable: list[str] = []
    for file in files:
        if not as_json:
            print(tell("check.head", file=file, ruleset=ruleset.title(lang)), flush=True)
        try:
            for deal in checker.check(file):
                deals.append(deal)
                if not as_json:
                    _print(tell, deal, ruleset)
        except IngestError as error:
            unreadable.append(str(error))
            print(error, file=sys.stderr)
    for sentence in left_out:
        print(f"left out: {sentence}", file=sys.stderr)
    counts = {
        "deals": len(deals),
        "violations": sum(len(deal.violations) for deal in deals),
        "differences": sum(len(deal.differences) for deal in deals),
        "rejects": len(rejects),
    }
    if as_json:
        told = [_rejected(lang, reject) for reject in rejects]
        document = {"ruleset": ruleset.id, **counts, "found": [asdict(deal) for deal in deals], "rejected": told}
        print(json.dumps(document | {"unreadable": unreadable, "left_out": left_out}, ensure_ascii=False))
    else:
        for reject in rejects:
            print(tell("check.reject", **_rejected(lang, reject)))
        print(tell("check.sum", **counts))
    found = counts["violations"] + counts["differences"] + counts["rejects"]
    return 2 if unreadable else 1 if found else 0


def _rejected(lang: str, reject: Reject) -> dict[str, str]:
    return {"where": reject_place(lang, reject), "code": reject.code, "sentence": reject_words(lang, reject)}


def _print(tell: partial[str], deal: Checked, ruleset: Ruleset) -> None:
    result = tell("check.join").join(deal.result)
    print(tell("check.deal", deal=deal.deal, match=deal.match, line=deal.line, result=result), flush=True)
    for violation in deal.violations:
        print(violation.text)
        print(tell("check.clause", clause=violation.clause))
    for difference in deal.differences:
        print(difference.text)
