"""What can happen on the way through the levels of a match, in words: what a deal shows, and what a ruleset allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracle.cards import Rules

Row = dict[str, Any]
ROLES = ("dealer", "defenders")


def turns(deal: Row, rung: Row, rules: Rules) -> set[str]:
    """What a deal, its fouls settled, and its row of `climb` show."""
    decided = rung["void"] or rung["forfeited"]
    return {*_fouls(deal, rung), *_match(rung, rules), *(() if decided else _levels(deal, rung, rules))}


def _levels(deal: Row, rung: Row, rules: Rules) -> Iterator[str]:
    """What a deal that somebody has won does to the levels."""
    over = rung["over"] and not rung["by_time"]
    side, role, dealer = deal["gain_side"], ROLES[deal["takeover"]], deal["dealer"] % 2
    before, after, levels = rung["levels_before"][side], rung["levels_after"][side], rules["levels"]
    sequence, goal = levels["sequence"], levels["win_level"]
    if before not in sequence or any(deal["level_down"] + deal["level_up"]):
        return
    if deal["takeover"]:
        yield "taken with a level" if deal["levels_gained"] else "taken without a level"
    elif before != after and not over:
        yield "held"
    if over:
        yield f"won outright as {role}" if deal.get("wins_game") else f"won as {role}"
        if before != goal and not deal.get("wins_game"):
            yield "won from below"
    elif rung["must_play_stopped"]:
        yield f"stopped on {after} as {role}"
    elif before in levels["must_play"] and before != after and not deal.get("demoted_to"):
        yield f"left {before} as {role}"
    if not over:
        yield from _at_the_end(deal, (before, after), sequence, goal)
        if rung["levels_before"][dealer] == goal and deal["takeover"]:
            yield "lost on the last level"
    if deal.get("demoted_to"):
        yield f"demoted at {deal['level']} to {deal['demoted_to']}"


def _at_the_end(deal: Row, moved: tuple[str, str], sequence: list[str], goal: str) -> Iterator[str]:
    """What a gain that wins nothing does at the last level."""
    role, gained = ROLES[deal["takeover"]], deal["levels_gained"]
    before, after = (sequence.index(level) for level in moved)
    if after < before and not deal.get("demoted_to"):
        yield f"went round as {role}"
    elif gained and moved == (goal, goal):
        yield f"gained nothing on the last level as {role}"
    elif moved[1] == goal and gained > after - before:
        yield "ended on the last level"


def _fouls(deal: Row, rung: Row) -> Iterator[str]:
    """What the fouls of a deal do."""
    if any(deal.get("level_down") or []):
        yield "taken down by a foul"
    if any(deal.get("level_up") or []):
        yield "lifted by a foul"
    if rung["void"]:
        yield "void by a foul"
    if rung["forfeited"]:
        yield "forfeited" if any(deal["forfeits"]) else "forfeited by one foul too many"
    elif deal["by_foul"] and not rung["void"]:
        yield f"lost by a foul of the {ROLES[not deal['takeover']]}"


def _match(rung: Row, rules: Rules) -> Iterator[str]:
    """What becomes of games and match."""
    winner = rung["match_winner"]
    if rung["over"]:
        yield "game won, match open" if winner is None else "match won" if winner == rung["winner"] else "game won late"
    if rung["by_time"]:
        yield "game won on time"
    if rung["game"] > 1:
        yield "another game"
    if winner is None and rules["match"]["timeout_order"]:
        yield f"leads by {rung['leads_by']}" if rung["leader"] is not None else "nobody leads"
    if rung["chain_broken"]:
        yield "a gap"


def possible(rules: Rules) -> set[str]:
    """What of this a ruleset allows."""
    found = {"held", "taken with a level", *_possible_ends(rules), *_possible_stops(rules), *_possible_fouls(rules)}
    words = rules["match"]["timeout_order"]
    if words and rules["match"]["time_limit_of"] == "game":
        found |= {"game won on time"}
    return found | {f"leads by {word}" for word in words} | _nobody_leads(rules)


def _possible_ends(rules: Rules) -> Iterator[str]:
    levels, bands = rules["levels"], rules["score"]["bands"]
    if any(band["side"] == "defenders" and band["levels"] == 0 and not band.get("win_game") for band in bands):
        yield "taken without a level"
    yield from (f"won outright as {_role(band)}" for band in bands if band.get("win_game"))
    mode, stops = levels["win_mode"], levels["stop_at_win_level"]
    if mode != "none":
        yield from ("won as dealer", "another game")
        yield from ["match won"] * (rules["match"]["best_of"] > 0)
        yield from ["game won, match open"] * (rules["match"]["best_of"] != 1)
    if mode in ("pass", "exceed"):
        yield "lost on the last level"
        yield "ended on the last level" if stops else "won from below"
    if mode in ("exceed", "reach"):
        yield "won as defenders"
    if mode == "reach":
        yield "won from below"
    if mode == "pass":
        yield "gained nothing on the last level as defenders"
    if mode == "none":
        ended = ("ended on the last level", "gained nothing on the last level as dealer")
        yield from (f"went round as {role}" for role in ROLES) if levels["wrap"] else ended


def _role(band: Row) -> str:
    return str(band["side"])


def _possible_stops(rules: Rules) -> Iterator[str]:
    levels = rules["levels"]
    for level in levels["must_play"]:
        if level != levels["sequence"][0]:
            yield f"stopped on {level} as dealer"
        yield f"stopped on {level} as defenders"
        if level != levels["win_level"]:
            yield from (f"left {level} as {role}" for role in ROLES)
    for entry in levels["demotions"]:
        yield f"demoted at {entry['level']} to {levels['start'] if entry['to'] == 'start' else entry['to']}"


def _possible_fouls(rules: Rules) -> Iterator[str]:
    told = {
        "own_level_down": ["taken down by a foul"],
        "opp_level_up": ["lifted by a foul"],
        "loses_deal": [*(f"lost by a foul of the {role}" for role in ROLES), "void by a foul"],
        "void_deal": ["void by a foul"],
        "forfeit": ["forfeited", "match won", "void by a foul"],
    }
    for entry in rules["penalty"]["list"]:
        yield from told.get(entry["kind"], [])
        if entry.get("forfeit_at"):
            yield "forfeited by one foul too many"


def _nobody_leads(rules: Rules) -> set[str]:
    """That nobody leads, where there are leaders and the words can all be silent."""
    match, kinds = rules["match"], {entry["kind"] for entry in rules["penalty"]["list"]}
    silent = "void_deal" in kinds
    if "last_deal_winner" not in match["timeout_order"]:
        silent = silent or match["best_of"] != 1 or "dealer_side" not in match["timeout_order"]
    return {"nobody leads"} if match["timeout_order"] and silent else set()
