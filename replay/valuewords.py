"""The values of a ruleset in short words, for pages that people read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from replay.schema import KEYS

NONE = "none"


def words(key: str, value: Any) -> str:
    """A value of a key as a short text, without a line's end or a ``|``."""
    return _FORMS.get(KEYS[key].kind, _plain)(value)


def _plain(value: Any) -> str:
    """A number, a word or a truth, or a list of them."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(map(str, value)) or NONE
    return str(value)


def _order(value: list[str]) -> str:
    return " > ".join(value)


def _ladder(value: list[list[str]]) -> str:
    """Bids from low to high; those of one step with a comma between them."""
    return " < ".join(", ".join(step) for step in value) or NONE


def _rungs(value: list[list[str]]) -> str:
    """What is owed, best first; the last rung asks for the suit only."""
    return ", else ".join(" and ".join(rung) or "the suit" for rung in value)


def _growth(value: dict[str, Any]) -> str:
    if not value["base"]:
        return NONE
    sign = "×" if value["op"] == "mul" else "+"
    return f"{value['base']} for {value['base_len']}, {sign} {value['step']} a further unit"


def _clamp(value: list[int]) -> str:
    return f"{value[0]} to {value[1]}" if value else NONE


def _demotions(value: list[dict[str, str]]) -> str:
    told = [f"{one['level']} lost to {one['capture_rank']} ({one['pattern']}): to {one['to']}" for one in value]
    return "; ".join(told) or NONE


def _fouls(value: list[dict[str, Any]]) -> str:
    told = []
    for one in value:
        forfeit = f", forfeit at {one['forfeit_at']}" if "forfeit_at" in one else ""
        amount = f" {one['amount']}" if "amount" in one else ""
        told.append(f"{one['offence']}: {one['kind']}{amount}{forfeit}")
    return "; ".join(told) or NONE


def _bands(value: list[dict[str, Any]]) -> str:
    return "; ".join(map(_band, value))


def _band(band: dict[str, Any]) -> str:
    """A band: the defenders' points, the side that gains, and its levels."""
    low, high = band.get("min"), band.get("max")
    place = f"to {high}" if low is None else f"from {low}" if high is None else f"{low} to {high}"
    gain = f"{low} {band['side']}" if low == high else f"{place} {band['side']}"
    if band.get("win_game"):
        return f"{gain} wins the game"
    gain += f" +{band['levels']}"
    if "step" not in band:
        return gain
    return f"{gain}, 1 more each {band['step']} {'below' if band['side'] == 'dealer' else 'above'} {band['ref']}"


_FORMS: dict[str, Callable[[Any], str]] = {
    "order": _order,
    "ladder": _ladder,
    "rungs": _rungs,
    "growth": _growth,
    "clamp": _clamp,
    "demotions": _demotions,
    "fouls": _fouls,
    "bands": _bands,
}
