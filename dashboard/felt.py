"""The table as HTML: four seats with the cards of one trick, the points so far, and lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape

from dashboard.faces import image
from dashboard.labels import labels
from dashboard.retold import Told, violation_words
from ingest.cards import parse_cards
from ingest.visible import visible
from replay.retell import Play, Trick
from replay.sentences import say
from replay.telling import owed_words, seat_name, trick_lines

FEW = 4  # up to so many cards lie side by side, more overlap
PLACES = ("south", "east", "north", "west")


def cards_html(cards: str, lang: str, trumps: frozenset[int]) -> str:
    """Card faces in the order of the text."""
    codes = parse_cards(cards)
    kind = "cards few" if len(codes) <= FEW else "cards"
    return f'<div class="{kind}">{"".join(image(code, lang, code in trumps) for code in codes)}</div>'


def _tag(kind: str, text: str) -> str:
    return f'<span class="tag {kind}">{escape(text)}</span>'


def _who(lang: str, told: Told, trick: Trick, seat: int, player: str | None, play: Play | None) -> str:
    words = labels(lang)
    tags = [_tag("dealer", words["tag_dealer"])] if seat == told.deal.dealer else []
    tags += [_tag("lead", words["tag_lead"])] if seat == trick.leader else []
    tags += [_tag("won", words["tag_won"])] if seat == trick.winner else []
    tags += [_tag("bad", words["tag_bad"])] if play and violation_words(lang, trick, play) else []
    named = f'<span class="player">{escape(visible(player))}</span>' if player else ""
    return f'<div class="who"><b>{seat_name(lang, seat)}</b>{named}{"".join(tags)}</div>'


def _owed(lang: str, trick: Trick, play: Play) -> str:
    """What a follower owed; nothing where nothing was, or it cannot be known."""
    if play.owed is None or not play.owed.cards:
        return ""
    tell = partial(say, lang)
    return labels(lang)["owed"].format(owed=owed_words(tell, play.owed, tell(f"suit.{trick.suit}")))


def _seat(lang: str, told: Told, trick: Trick, seat: int, player: str | None) -> str:
    play = next((one for one in trick.plays if one.seat == seat), None)
    won = " winner" if seat == trick.winner else ""
    cards = cards_html(play.cards, lang, told.trumps) if play else ""
    owed = f'<div class="owed">{escape(_owed(lang, trick, play))}</div>' if play else ""
    who = _who(lang, told, trick, seat, player, play)
    return f'<section class="seat {PLACES[seat]}{won}">{who}{cards}{owed}</section>'


def table_html(lang: str, told: Told, trick: Trick, players: Sequence[str | None]) -> str:
    """The four seats round the table in one trick: South at the bottom, East right, North on top, West left."""
    words = labels(lang)
    seats = "".join(_seat(lang, told, trick, seat, players[seat]) for seat in (2, 3, 1, 0))
    middle = (
        f'<div class="middle"><span>{escape(words["defenders"])}</span><b>{trick.defender_points}</b>'
        f"<span>{escape(words['this_trick'].format(points=trick.points))}</span></div>"
    )
    return f'<div class="felt">{seats}{middle}</div>'


def lines_html(lines: Sequence[str], bad: Sequence[str] = ()) -> str:
    """Sentences one below the other; those that end in one of ``bad`` stand out."""
    told = []
    for line in lines:
        kind = ' class="bad"' if any(line.endswith(words) for words in bad) else ""
        told.append(f"<li{kind}>{escape(line.strip())}</li>")
    return f'<ul class="told">{"".join(told)}</ul>'


def trick_html(lang: str, trick: Trick, dealer: int) -> str:
    """One trick in sentences."""
    bad = [words for play in trick.plays for words in violation_words(lang, trick, play)]
    return lines_html(trick_lines(lang, trick, dealer), bad)


def progress_html(lang: str, told: Told, now: int) -> str:
    """A bar a trick up to the one shown, as high as the defenders' points, in the colour of the side that won it."""
    tricks = told.deal.tricks
    top = max(80, *(trick.defender_points for trick in tricks))
    bars = []
    for trick in tricks:
        played = trick.number <= now
        side = "open" if trick.winner is None else ("defenders", "dealer")[(trick.winner + told.deal.dealer) % 2 == 0]
        kind = (side if played else "later") + (" now" if trick.number == now else "")
        height = 8 + 92 * trick.defender_points // top if played else 8
        about = labels(lang)["bar"].format(trick=trick.number, total=trick.defender_points) if played else ""
        bars.append(f'<span class="{kind}" style="height:{height}%" title="{escape(about)}"></span>')
    words = labels(lang)
    legend = "".join(
        f'<span><i class="{side}"></i>{escape(words[f"legend_{side}"])}</span>' for side in ("dealer", "defenders")
    )
    return f'<div class="progress" aria-hidden="true">{"".join(bars)}</div><div class="legend">{legend}</div>'
