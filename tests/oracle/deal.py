"""Scores one deal given as text under the values of a ruleset, play by play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.oracle import follow, fouls, kitty, throws, total
from tests.oracle.cards import JOKERS, Rules, less, pack, points
from tests.oracle.exchanges import hands_after
from tests.oracle.order import Order, of_suit, order
from tests.oracle.shapes import Lead, Parts, read_lead
from tests.oracle.trick import play_out

Deal = dict[str, Any]
Hands = list[list[str]]
LISTS = ("verdicts", "winners", "won_by", "shapes", "trick_points", "out_of_turn", "rungs", "events", "deal_violations")
OUTCOME = (
    "defender_points",
    "kitty_points",
    "captured",
    "multiplier",
    "capture_points",
    "penalty_points",
    "total",
    "takeover",
    "gain_side",
    "levels_gained",
    "wins_game",
    "demoted_to",
    "level_down",
    "level_up",
)


class Table(NamedTuple):
    """What does not change while a deal is played."""

    deal: Deal
    order: Order
    rules: Rules
    buried: list[str] | None  # what lies in the kitty in the end; None: not known
    fines: list[dict[str, Any]]  # what failed throws cost, as penalties


def score(deal: Deal, rules: Rules) -> dict[str, Any]:
    """The result of a deal: a verdict a play, a winner a trick, and the outcome (None while unfinished).

    `deal` has the keys of a `shengji-deal/1` record, its tricks counted from 0. `capture_points` is what the
    kitty adds to the defenders' points, below 0 for a keep that subtracts.
    """
    result: dict[str, Any] = {name: [] for name in LISTS}
    played = [card for _, *plays in deal["tricks"] for play in plays for card in play.split()]
    if not _of_these_decks(deal, played, rules):
        return {"status": "wrong_decks", "ruled": False, **result, **dict.fromkeys(OUTCOME)}
    finished = _is_finished(deal, played, rules)
    buried = less(pack(rules), played) if finished else _cards(deal, "buried")
    table = Table(deal, order(deal["level"], deal["trump"], rules), rules, buried, [])
    start = _hands_at_start(deal, finished=finished)
    hands = start and [list(hand) for hand in start]
    expected: int | None = deal["dealer"]
    for number, (leader, *texts) in enumerate(deal["tricks"]):
        if leader != expected:
            result["out_of_turn"].append(number)
        expected = _score_trick(result, number, [text.split() for text in texts], hands, table)
    outcome = _outcome(result, table) if finished else dict.fromkeys(OUTCOME)
    penalties = deal.get("penalties") or []
    ruling = fouls.ruling(penalties, deal["dealer"], rules)
    if ruling:
        result["events"].append(f"ruled: {_ruled_as(ruling, penalties, rules)}")
        outcome |= _as_ruled(ruling, penalties, rules)
    last = [deal["dealer"], *(one["seat"] for one in deal.get("exchanges") or [])][-1]
    kept = None if start is None else start[last]
    found = total.deal_violations(deal["trump"], deal["level"], _cards(deal, "kitty"), buried, kept, rules)
    result["deal_violations"] = sorted(found + ["foul_unknown" for _ in fouls.unknown(penalties, rules)])
    return {"status": "scored" if finished else "partial", "ruled": ruling is not None, **result, **outcome}


def _ruled_as(ruling: fouls.Ruling, penalties: list[dict[str, Any]], rules: Rules) -> str:
    """How fouls decide a deal, in words, for the coverage report."""
    if ruling.gain_side is None:
        both = fouls.NO_DEALS not in {fouls.entry(foul, rules).get("kind") for foul in penalties}
        return "void, both lose" if both else "void"
    by = "forfeit" if any(fouls.sides_of("forfeit", penalties, rules)) else "lost"
    return f"{by} by {'the dealer side' if ruling.takeover else 'the defenders'}"


def _as_ruled(ruling: fouls.Ruling, penalties: list[dict[str, Any]], rules: Rules) -> dict[str, Any]:
    """What a deal comes to that its fouls decide, finished or not."""
    down, up = fouls.levels_of(penalties, rules)
    named = {"takeover": ruling.takeover, "gain_side": ruling.gain_side, "levels_gained": ruling.levels}
    return named | {"wins_game": False, "demoted_to": None, "level_down": down, "level_up": up}


def _of_these_decks(deal: Deal, played: list[str], rules: Rules) -> bool:
    known = [*played, *(_cards(deal, "kitty") or []), *" ".join(deal.get("hands") or []).split()]
    has_jokers = not set(JOKERS).isdisjoint(known)
    return bool(deal["decks"] == rules["deck"]["decks"] and (rules["deck"]["jokers_per_deck"] or not has_jokers))


def _cards(deal: Deal, name: str) -> list[str] | None:
    return deal[name].split() if deal.get(name) else None


def _is_finished(deal: Deal, played: list[str], rules: Rules) -> bool:
    """Whether every card but the buried ones was played, in tricks of four plays."""
    aside = _cards(deal, "buried") or _cards(deal, "kitty")
    left = len(aside) if aside else rules["deck"]["kitty_size"]
    full = all(len(trick) == 5 for trick in deal["tricks"])
    return full and len(played) == len(pack(rules)) - left


def _hands_at_start(deal: Deal, *, finished: bool) -> Hands | None:
    """What each seat held when the first trick began, or None where that is not known."""
    if finished:
        hands: Hands = [[], [], [], []]
        for leader, *plays in deal["tricks"]:
            for turn, play in enumerate(plays):
                hands[(leader + turn) % 4] += play.split()
        return hands
    known = deal.get("hands") and deal.get("kitty") and deal.get("buried")
    return hands_before_play(deal) if known else None


def hands_before_play(deal: Deal) -> Hands:
    """The hands as dealt, those of who took the kitty after taking it up and burying."""
    hands: Hands = [hand.split() for hand in deal["hands"]]
    return hands_after(hands, deal["kitty"].split(), deal["dealer"], deal.get("exchanges") or [], deal["buried"])


def declared_split(deal: Deal, number: int, cards: Sequence[str], rules: Rules) -> Parts | None:
    """How the record declares these cards, led or attempted in a trick, to split; None where that does not count."""
    if rules["throw"]["decomposition"] == "declared":
        for entry in deal.get("declared") or []:
            if entry["trick"] == number and sorted(" ".join(entry["parts"]).split()) == sorted(cards):
                return [part.split() for part in entry["parts"]]
    return None


def _leads(number: int, led: list[str], table: Table) -> tuple[Lead, Lead | None]:
    """The lead of a trick, and the attempt recorded for it where it is something else."""
    deal = table.deal

    def lead_of(cards: list[str]) -> Lead:
        return read_lead(cards, table.order, declared_split(deal, number, cards, table.rules))

    for throw in deal.get("throws") or []:
        if (throw["trick"], throw["seat"]) == (number, deal["tricks"][number][0]):
            attempted = throw["attempted"].split()
            return lead_of(led), None if sorted(attempted) == sorted(led) else lead_of(attempted)
    return lead_of(led), None


def _score_trick(result: dict[str, Any], number: int, plays: Hands, hands: Hands | None, table: Table) -> int | None:
    """Adds one trick to the result, takes its cards from the hands, and returns the seat that won it."""
    leader = table.deal["tricks"][number][0]
    seats = [(leader + turn) % 4 for turn in range(len(plays))]
    others = [hand for seat, hand in enumerate(hands) if seat != leader] if hands else None
    lead, attempt = _leads(number, plays[0], table)
    verdict, cost = throws.verdict(lead, attempt, others, table.order, table.rules)
    if cost:
        table.fines.append({"side": leader % 2, "kind": "failed_throw", "points": cost, "trick": number})
    trick = play_out(plays, table.order, table.rules, lead)
    owed = follow.owed_to(lead, table.order, table.rules)
    result["verdicts"].append(verdict)
    for seat, play, ruffed in list(zip(seats, plays, trick.ruffs, strict=True))[1:]:
        hand = hands[seat] if hands else None
        result["verdicts"].append(_follow(result, (lead, owed), play, hand, ruffed, table.order))
    if hands:
        for seat, play in zip(seats, plays, strict=True):
            hands[seat][:] = less(hands[seat], play)
    full = len(plays) == 4
    result["winners"].append(seats[trick.winner] if full else None)
    result["won_by"].append(trick.won_by if full else None)
    result["shapes"].append(lead.shape)
    result["trick_points"].append(points([card for play in plays for card in play], table.deal["level"], table.rules))
    return seats[trick.winner] if full else None


def _follow(
    result: dict[str, Any],
    asked: tuple[Lead, follow.Owed | None],
    play: list[str],
    hand: list[str] | None,
    ruffed: str | None,
    order: Order,
) -> str:
    """The verdict on a follow; the rungs that the hand could reach go into the result."""
    lead, owed = asked
    if hand is None or lead.suit is None:
        return "unjudged"
    held = of_suit(hand, lead.suit, order)
    result["rungs"] += follow.rungs(lead, owed, held, order)
    wrong = follow.fault(lead, owed, held, play, order)
    return wrong or follow.verdict(lead, play, ruffed, order)


def _penalties(table: Table) -> list[dict[str, Any]]:
    """The penalties recorded, and the fines for failed throws that none of them stands for."""
    recorded = table.deal.get("penalties") or []
    paid = {(foul["side"], foul.get("trick")) for foul in recorded if foul["kind"] == "failed_throw"}
    fines = [fine for fine in table.fines if paid.isdisjoint({(fine["side"], fine["trick"]), (fine["side"], None)})]
    return [*recorded, *fines]


def _outcome(result: dict[str, Any], table: Table) -> dict[str, Any]:
    deal, rules = table.deal, table.rules
    dealer, level = deal["dealer"], deal["level"]
    leader, *texts = deal["tricks"][-1]
    won_with = texts[(result["winners"][-1] - leader) % 4].split()
    by_trump = all(table.order.suit[card] == "trump" for card in won_with)
    defending = [winner % 2 != dealer % 2 for winner in result["winners"]]
    tricks = sum(worth for worth, won in zip(result["trick_points"], defending, strict=True) if won)
    buried = points(table.buried or [], level, rules)
    lead, _ = _leads(len(deal["tricks"]) - 1, texts[0].split(), table)
    times = kitty.multiplier(lead, won_with, table.order, rules)
    captured, counted = kitty.counted(buried, times, by_defenders=defending[-1], by_trump=by_trump, rules=rules)
    penalties = _penalties(table)
    if fouls.sides_of(fouls.NO_KITTY, penalties, rules)[result["winners"][-1] % 2]:
        result["events"] += ["no capture by a foul"] * captured + ["no keep by a foul"] * (counted < 0)
        captured, counted = False, 0
    told = fouls.points_of(penalties, dealer, rules)
    x, changed = total.total(tricks, told, counted, rules)
    gain = total.outcome(x, dealer, rules, captured=captured)
    demoted = total.demoted_to(level, won_with, rules) if captured else None
    down, up = fouls.levels_of(penalties, rules)
    values = (tricks, buried, captured, times, counted, changed, x, *gain, demoted, down, up)
    outcome = dict(zip(OUTCOME, values, strict=True))
    result["events"] += _events(outcome, told, table, by_defenders=defending[-1], in_penalties=len(penalties))
    return outcome


def _events(outcome: dict[str, Any], told: int, table: Table, *, by_defenders: bool, in_penalties: int) -> list[str]:
    """What happened at the end of a deal, in words, for the coverage report."""
    rules, x = table.rules, outcome["total"]
    summed = outcome["defender_points"] + outcome["penalty_points"] + outcome["capture_points"]
    cap = rules["score"]["defender_cap" if outcome["takeover"] else "dealer_cap"]
    fined = in_penalties - len(table.deal.get("penalties") or [])
    happened = {
        "captured": outcome["captured"],
        "not captured": by_defenders and not outcome["captured"],
        "kept": not by_defenders,
        "subtracted": outcome["capture_points"] < 0,
        "takeover": outcome["takeover"],
        "held": not outcome["takeover"],
        "forced takeover": outcome["takeover"] and not total.outcome(x, table.deal["dealer"], rules).takeover,
        "wins_game": outcome["wins_game"],
        "demoted": outcome["demoted_to"] is not None,
        "level_down": any(outcome["level_down"]),
        "level_up": any(outcome["level_up"]),
        "fine": fined > 0,
        "fine recorded instead": fined < len(table.fines),
        "clamped": told != outcome["penalty_points"],
        "rounded": x != summed,
        "gain capped": bool(cap) and outcome["levels_gained"] == cap,
        "multiplier capped": 0 < rules["kitty_capture"]["cap"] == outcome["multiplier"],
    }
    return [name for name, so in happened.items() if so]
