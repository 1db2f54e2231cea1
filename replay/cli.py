"""The commands over replay: ``replay``, ``explain``, ``compare``, ``check``, ``match``, ``judge``, ``selfplay``;
``rulesets`` stands in ``replay.rulesetscli``.

Each parses, calls a plain function, prints, and sets the exit code.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.rulesetscli import ForceOption, JsonOption, LangOption, check_lang, chosen, fail
from replay.rulesetscli import app as rulesets

if TYPE_CHECKING:
    from replay.runners import Report

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
app.add_typer(rulesets, name="rulesets")

LakeOption = Annotated[Path, typer.Option("--lake", metavar="DIR", help="The lake's folder.")]
RulesetOption = Annotated[str, typer.Option("--ruleset", metavar="ID", help="A ruleset's id, or a .toml file.")]

IN_WORDS = {  # each status of a deal, behind how many
    "scored": "with a result",
    "partial": "unfinished",
    "unknown_cards": "with unknown cards",
    "unknown_trump": "without trump, level or dealer",
    "wrong_decks": "with another number of packs",
    "too_ambiguous": "with plays that can be read in too many ways",
    "summary": "of which no play is recorded",
}
WORTH_COMPILING = 500  # deals: fewer are done sooner than a kernel is compiled


def _without_compiling() -> None:
    """One deal is told faster than a compiler starts."""
    os.environ.setdefault("SHENGJI_JIT", "0")


def _compile_only_if_cached() -> None:
    """Use a compiled kernel that is at hand; nobody waits for a compiler to check a file."""
    from replay.kernel.jit import is_cached

    if not is_cached():
        _without_compiling()


@app.command()
def replay(
    lake: LakeOption,
    ruleset: Annotated[list[str], typer.Option("--ruleset", metavar="ID", help="A ruleset's id; may be repeated.")],
    workers: Annotated[int, typer.Option(min=1, max=64, metavar="N", help="Threads that score side by side.")] = 1,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Score what is new in a lake under one or more rulesets."""
    rules = [chosen(name, force=force) for name in ruleset]
    from ingest.lake import Lake, LakeError
    from replay.kernel.jit import compiled, is_cached

    if compiled() and not is_cached():
        print("Compiling the kernel, once for this version (about half a minute) …", file=sys.stderr)
    from replay import runners

    try:
        opened = Lake.open(lake)
        reports = [runners.replay(opened, one, workers=workers, progress=_progress) for one in rules]
    except LakeError as error:
        raise fail(str(error)) from None
    if as_json:
        print(json.dumps([report.as_dict() for report in reports], ensure_ascii=False))
        return
    for report in reports:
        for line in _report_lines(report):
            print(line)


def _progress(done: int, total: int) -> None:
    if done < total:
        print(f"  {done} of {total} deals scored", file=sys.stderr)


def _report_lines(report: Report) -> list[str]:
    """What a replay did, in words and counts."""
    new = report.deals.total()
    first = f"{report.ruleset}: {_count(new, 'deal')} scored now, {report.already} already there."
    if not new:
        return [first]
    parts = [f"{n} {IN_WORDS[status]}" for status, n in sorted(report.deals.items())]
    lines = [first, f"  {', '.join(parts)}; {_count(report.matches, 'match')} climbed."]
    if not report.violations:
        judged = report.deals["scored"] + report.deals["partial"]
        return [*lines, "  Every play was allowed."] if judged else lines
    codes = ", ".join(f"{code} {n}" for code, n in sorted(report.violations.items()))
    wrong = _count(report.violations.total(), "thing")  # a play, a bid, an exchange, a burying or a foul
    return [*lines, f"  {wrong} not allowed in {_count(report.deals_with_violations, 'deal')}: {codes}."]


def _count(n: int, word: str) -> str:
    plural = {"match": "matches"}.get(word, word + "s")
    return f"{n} {word if n == 1 else plural}"


@app.command()
def explain(
    deal: Annotated[str, typer.Argument(metavar="DEAL", help="FILE:7, MATCH/7, or the beginning of a deal's id.")],
    lake: LakeOption,
    ruleset: RulesetOption,
    lang: LangOption = "en",
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Tell one deal trick by trick: who led what, who owed what, who won and why."""
    rules = chosen(ruleset, force=force)
    check_lang(lang)
    _without_compiling()
    from ingest.lake import Lake, LakeError
    from replay.explain import explain as explain_deal
    from replay.find import FindError, find_deal, find_rung, player_names
    from replay.telling import deal_lines

    try:
        opened = Lake.open(lake)
        row = find_deal(opened, deal)
    except (LakeError, FindError) as error:
        raise fail(str(error)) from None
    told = explain_deal(row, rules)
    rung = find_rung(opened, row["deal_id"], rules)
    if as_json:
        ladder = {key: value for key, value in (rung or {}).items() if not isinstance(value, bytes)}
        print(json.dumps(told.as_dict() | {"ladder": ladder or None}, ensure_ascii=False))
        return
    for line in deal_lines(lang, told, rules, rung, player_names(opened, row)):
        print(line)


@app.command()
def compare(
    lake: LakeOption,
    ruleset: Annotated[
        list[str], typer.Option("--ruleset", metavar="ID", help="Two or more; the others are held against the first.")
    ],
    deal: Annotated[str, typer.Option(metavar="DEAL", help="Why this deal differs, key by key.")] = "",
    every: Annotated[bool, typer.Option("--all", help="List all deals that differ, not the first 20.")] = False,
    lang: LangOption = "en",
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Score a lake's deals under several rulesets and tell where they differ, and why. Writes nothing."""
    rules = {name: chosen(name, force=force) for name in ruleset}
    if len(rules) < 2:
        raise fail("Give two rulesets or more: --ruleset A --ruleset B.")
    check_lang(lang)
    from ingest.lake import Lake, LakeError

    try:
        opened = Lake.open(lake)
        n = len(rules) * sum(batch.num_rows for batch in opened.batches("deals", ["deal_id"]))
        if deal or n < WORTH_COMPILING:
            _compile_only_if_cached()
        from replay import comparecli
        from replay.find import FindError

        try:
            if deal:
                comparecli.run_deal(opened, rules, deal, lang, as_json)
            else:
                comparecli.run(opened, rules, lang, every, as_json)
        except FindError as error:
            raise fail(str(error)) from None
    except LakeError as error:
        raise fail(str(error)) from None


@app.command()
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Log files, in any format that ingest reads.")],
    ruleset: RulesetOption,
    lang: LangOption = "en",
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Check log files without a lake: results, plays not allowed, records that differ. Exit 1 if any."""
    rules = chosen(ruleset, force=force)
    check_lang(lang)
    _compile_only_if_cached()
    from replay.checkcli import run

    raise typer.Exit(run(files, rules, lang, as_json))


@app.command("match")
def match_(
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="A score sheet, a log in any format that ingest reads, or a lake.")
    ],
    ruleset: RulesetOption,
    match: Annotated[str, typer.Option("--match", metavar="NAME", help="Only the match of this name.")] = "",
    lang: LangOption = "en",
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Tell matches deal by deal: levels, games, who has won, and what a sheet or log says otherwise. Exit 1 if any."""
    rules = chosen(ruleset, force=force)
    check_lang(lang)
    _compile_only_if_cached()
    from ingest.files import IngestError
    from ingest.lake import LakeError
    from replay.matchcli import run

    try:
        found = run(path, rules, lang, as_json, match)
    except (IngestError, LakeError) as error:
        raise fail(str(error)) from None
    if found:
        raise typer.Exit(1)


@app.command()
def judge(
    kind: Annotated[
        str, typer.Argument(metavar="[KIND]", help="shape follow throw trick capture outcome bid ladder")
    ] = "",
    plays: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CARDS...]", help="Plays, the leader's first; bids 0:S2; deals 0:40."),
    ] = None,
    ruleset: Annotated[str, typer.Option("--ruleset", metavar="ID", help="A ruleset's id, or a .toml file.")] = "",
    trump: Annotated[str, typer.Option(metavar="SUIT", help="S, H, C, D or NT.")] = "",
    level: Annotated[str, typer.Option(metavar="RANK", help="The level played.")] = "",
    lead: Annotated[str, typer.Option(metavar="CARDS", help="The lead.")] = "",
    hand: Annotated[str, typer.Option(metavar="CARDS", help="The follower's hand.")] = "",
    kitty: Annotated[str, typer.Option(metavar="CARDS", help="The buried cards; of a bid those that lie there.")] = "",
    won_by: Annotated[str, typer.Option(metavar="SIDE", help="Who won the last trick: defenders or dealer.")] = "",
    points: Annotated[int | None, typer.Option(metavar="N", help="The defenders' points.")] = None,
    levels: Annotated[str, typer.Option(metavar="RANKS", help="Levels of both sides, as '2 5'.")] = "",
    dealer: Annotated[int | None, typer.Option(metavar="SEAT", help="0 South, 1 East, 2 North, 3 West.")] = None,
    first_deal: Annotated[bool, typer.Option("--first-deal", help="Bids settle who deals, too.")] = False,
    exchange: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT:CARDS", help="Shown for the kitty after the bury; may be repeated."),
    ] = None,
    lang: LangOption = "en",
    force: ForceOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="Questions as JSON lines on stdin.")] = False,
) -> None:
    """Answer one question about the rules, or many as JSON lines on stdin with --json."""
    check_lang(lang)
    _without_compiling()
    from replay import judgecli

    if as_json and not kind:
        judgecli.answer_lines(sys.stdin, sys.stdout, {"lang": lang, "force": force})
        return
    options: dict[str, Any] = {"ruleset": ruleset, "trump": trump, "level": level, "lead": lead, "hand": hand}
    options |= {"kitty": kitty, "won_by": won_by, "points": points, "levels": levels.split(), "dealer": dealer}
    options |= {"first_deal": first_deal or None, "exchanges": exchange}
    given = {key: value for key, value in options.items() if value not in ("", None, [])}
    question = judgecli.question(kind, plays or [], given | {"lang": lang, "force": force})
    if not judgecli.print_answer(question, as_json):
        raise typer.Exit(2)


@app.command()
def selfplay(
    deals: Annotated[int, typer.Option("--deals", min=1, metavar="N", help="How many deals to play.")],
    ruleset: RulesetOption,
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="Where to write them; - for stdout.")],
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same bytes.")] = 1,
    force: ForceOption = False,
) -> None:
    """Play deals and whole matches by a simple policy and write them as shengji-deal/1, marked synthetic."""
    rules = chosen(ruleset, force=force)
    _without_compiling()  # many small questions are answered sooner than they reach compiled code
    from replay.selfplay import play

    lines = play(deals, seed, rules)
    if out == "-":
        sys.stdout.writelines(line + "\n" for line in lines)
        return
    try:
        with Path(out).open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(line + "\n" for line in lines)
    except OSError as error:
        raise fail(f"{out} cannot be written: {error.strerror}.") from None
    print(f"{_count(deals, 'deal')} played under {rules.id} with seed {seed}, written to {out}.")
