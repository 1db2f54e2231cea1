"""Breaks a deal's plays without breaking its record: every card is still used exactly once."""

from __future__ import annotations

import json
import random
from collections import Counter

from tests.oracle.cards import RANKS, text
from tests.oracle.deal import Deal

Cards = list[str]


def corrupt(rng: random.Random, deal: Deal) -> Deal:
    """A copy of a complete deal with one to three changes that may break the rules."""
    broken = _copy(deal)
    changes = [_swap_own, _swap_seats, _swap_buried, _turn_trick, _attempt, _trump, _level, *[_withhold] * 4]
    changes += [_enlarge_kitty] * (rng.random() < 0.2)
    for change in rng.choices(changes, k=rng.randint(1, 3)):
        change(rng, broken)
    if rng.random() < 0.3:
        broken["throws"] = []  # the attempts were not recorded
    if rng.random() < 0.2:
        broken["declared"] = []
    _tidy(rng, broken)
    return broken


def unfinished(rng: random.Random, deal: Deal) -> Deal:
    """A copy that stops somewhere, in half of the cases without the hands."""
    cut = _copy(deal)
    last = rng.randrange(len(deal["tricks"]))
    without_hands = rng.random() < 0.5
    # A cut between tricks would look like a deal with a larger kitty where none is recorded.
    most = 4 if without_hands or last == len(deal["tricks"]) - 1 else 5
    cut["tricks"] = cut["tricks"][: last + 1]
    cut["tricks"][last] = cut["tricks"][last][: rng.randint(2, most)]
    for name in ("throws", "declared"):
        cut[name] = [entry for entry in cut[name] if entry["trick"] <= last]
    if without_hands:
        cut["hands"] = cut["kitty"] = cut["buried"] = None
    return cut


def _copy(deal: Deal) -> Deal:
    """The deal as a record holds it: the quickest copy of which nothing is shared."""
    copied: Deal = json.loads(json.dumps(deal))
    return copied


def plays_of(deal: Deal, seat: int, start: int = 0) -> list[tuple[int, int]]:
    """Where the plays of a seat stand in `tricks`, from a trick on: (trick, place)."""
    return [(number, (seat - trick[0]) % 4 + 1) for number, trick in enumerate(deal["tricks"]) if number >= start]


def held_by(deal: Deal, seat: int, start: int) -> Cards:
    """The cards a seat plays in a trick and later."""
    return [card for number, place in plays_of(deal, seat, start) for card in deal["tricks"][number][place].split()]


def _swap(rng: random.Random, deal: Deal, one: tuple[int, int], other: tuple[int, int]) -> None:
    """Exchanges a card of one play with a card of another."""
    first, second = (deal["tricks"][number][place].split() for number, place in (one, other))
    here, there = rng.randrange(len(first)), rng.randrange(len(second))
    first[here], second[there] = second[there], first[here]
    for (number, place), cards in ((one, first), (other, second)):
        deal["tricks"][number][place] = " ".join(cards)


def _swap_own(rng: random.Random, deal: Deal) -> None:
    plays = plays_of(deal, rng.randrange(4))
    if len(plays) > 1:
        _swap(rng, deal, *rng.sample(plays, 2))


def _withhold(rng: random.Random, deal: Deal) -> None:
    """Exchanges a card of a follow with a later one of its suit, most likely where that breaks pairs."""
    follows = [(number, place) for number, trick in enumerate(deal["tricks"]) for place in (2, 3, 4)]
    number, place = max(rng.sample(follows, rng.randint(1, len(follows))), key=lambda at: _doubles(deal, at))
    seat = (deal["tricks"][number][0] + place - 1) % 4
    play = deal["tricks"][number][place].split()
    here = play.index(max(play, key=play.count))
    for later, spot in plays_of(deal, seat, number + 1):
        there = deal["tricks"][later][spot].split()
        for index, card in enumerate(there):
            if card[0] == play[here][0] and card != play[here]:
                play[here], there[index] = card, play[here]
                deal["tricks"][number][place] = " ".join(play)
                deal["tricks"][later][spot] = " ".join(there)
                return


def _doubles(deal: Deal, at: tuple[int, int]) -> int:
    """How many cards of a follow are in a pair and of the printed suit led, times the copies led of one card."""
    led, play = (str(deal["tricks"][at[0]][place]).split() for place in (1, at[1]))
    return sum(play.count(card) > 1 and card[0] == led[0][0] for card in play) * max(map(led.count, led))


def _swap_seats(rng: random.Random, deal: Deal) -> None:
    one, other = rng.sample(range(4), 2)
    _swap(rng, deal, rng.choice(plays_of(deal, one)), rng.choice(plays_of(deal, other)))


def _swap_buried(rng: random.Random, deal: Deal) -> None:
    number, place = rng.choice(plays_of(deal, deal["dealer"]))
    play, buried = deal["tricks"][number][place].split(), deal["buried"].split()
    play[0], buried[0] = buried[0], play[0]
    deal["tricks"][number][place], deal["buried"] = " ".join(play), text(buried)


def _turn_trick(rng: random.Random, deal: Deal) -> None:
    """Lets another seat have led: the same cards of the same seats, in another order."""
    number = rng.randrange(len(deal["tricks"]))
    leader, *plays = deal["tricks"][number]
    turn = rng.randint(1, 3)
    deal["tricks"][number] = [(leader + turn) % 4, *plays[turn:], *plays[:turn]]


def _attempt(rng: random.Random, deal: Deal) -> None:
    """Records an attempt, or another one: the cards led and others the leader held, mostly of that suit."""
    number = rng.randrange(len(deal["tricks"]))
    leader, led = deal["tricks"][number][:2]
    rest = list((Counter(held_by(deal, leader, number)) - Counter(led.split())).elements())
    if rng.random() < 0.9:
        rest = [card for card in rest if card[0] == led[0]]
    more = rng.sample(rest, min(len(rest), rng.randint(1, 4)))
    attempted = text(led.split() + more)
    deal["throws"] = [throw for throw in deal["throws"] if throw["trick"] != number]
    deal["throws"].append({"trick": number, "seat": leader, "attempted": attempted, "forced": led})


def _trump(rng: random.Random, deal: Deal) -> None:
    deal["trump"] = rng.choice(["S", "H", "C", "D", "NT"])


def _level(rng: random.Random, deal: Deal) -> None:
    deal["level"] = deal["levels"][deal["dealer"] % 2] = rng.choice(RANKS)


def _enlarge_kitty(rng: random.Random, deal: Deal) -> None:
    """Buries the last trick too, where it is one of singles; the other seats held a card less."""
    last = deal["tricks"][-1][1:]
    if len(deal["tricks"]) > 1 and len(last[0].split()) == 1:
        deal["tricks"].pop()
        deal["buried"] = text(" ".join([deal["buried"], *last]).split())
        deal["throws"] = [throw for throw in deal["throws"] if throw["trick"] < len(deal["tricks"])]


def _tidy(rng: random.Random, deal: Deal) -> None:
    """Makes hands, kitty, attempts and declared splits agree with the plays again."""
    hands = [held_by(deal, seat, 0) for seat in range(4)]
    buried = deal["buried"].split()
    full = hands[deal["dealer"]] + buried
    rng.shuffle(full)
    hands[deal["dealer"]], deal["kitty"] = full[: -len(buried)], text(full[-len(buried) :])
    deal["hands"] = [text(hand) for hand in hands]
    kept = []
    for throw in sorted(deal["throws"], key=lambda throw: throw["trick"]):
        leader, led = deal["tricks"][throw["trick"]][:2]
        missing = Counter(throw["attempted"].split()) - Counter(held_by(deal, leader, throw["trick"]))
        if leader == throw["seat"] and not missing:
            kept.append({**throw, "forced": led})
    deal["throws"] = kept
    tried = {throw["trick"]: sorted(throw["attempted"].split()) for throw in kept}
    leads = {number: sorted(trick[1].split()) for number, trick in enumerate(deal["tricks"])}
    splits = {at: sorted(" ".join(entry["parts"]).split()) for at, entry in enumerate(deal["declared"])}
    deal["declared"] = [
        entry
        for at, entry in enumerate(deal["declared"])
        if splits[at] in (tried.get(entry["trick"]), leads.get(entry["trick"]))
    ]
