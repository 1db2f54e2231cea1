"""Card faces drawn as SVG: rank and suit, four colours, a gold corner for trump; and what each is called.

A face is handed to the page as an image that holds its own drawing, so nothing
is fetched and the text alternative is the image's own.
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote

from dashboard.labels import labels
from ingest.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS, UNKNOWN
from replay.sentences import say

PAPER = "#fffdf8"
# Hearts and diamonds red, but two reds, and clubs a green black: four suits apart at a glance.
COLOURS = {"S": "#1b2430", "H": "#b80f2a", "C": "#1d5a3c", "D": "#c2440c", "LJ": "#1b2430", "BJ": "#b80f2a"}
GOLD = "#c9962b"

# Each suit in a box of 100 by 100.
_SHAPES = {
    "S": "M50 4C60 25 94 42 94 63 94 77 83 84 73 84 65 84 58 80 54 73 55 84 59 91 66 96L34 96C41 91 45 84 46 73 "
    "42 80 35 84 27 84 17 84 6 77 6 63 6 42 40 25 50 4Z",
    "H": "M50 93C20 67 4 50 4 31 4 16 15 6 28 6 38 6 46 12 50 22 54 12 62 6 72 6 85 6 96 16 96 31 96 50 80 67 50 93Z",
    "C": "M29 26a21 21 0 1 0 42 0a21 21 0 1 0-42 0ZM5 60a21 21 0 1 0 42 0a21 21 0 1 0-42 0Z"
    "M53 60a21 21 0 1 0 42 0a21 21 0 1 0-42 0ZM44 45L56 45C54 78 58 90 67 96L33 96C42 90 46 78 44 45Z",
    "D": "M50 3Q66 30 87 50 66 70 50 97 34 70 13 50 34 30 50 3Z",
}
_FONT = "font-family='system-ui,sans-serif' font-weight='700' text-anchor='middle'"
_TRUMP = f"<path d='M1 68V77A6 6 0 0 0 7 83H16Z' fill='{GOLD}'/>"
_BACK = (
    "<rect x='5' y='5' width='50' height='74' rx='3' fill='#6f8f86'/>"
    f"<text x='30' y='54' font-size='34' fill='{PAPER}' {_FONT}>?</text>"
)


def rank_shown(code: int) -> str:
    """The rank of a plain card as people write it: ``10``, not ``T``."""
    rank = RANKS[code % 13]
    return "10" if rank == "T" else rank


def name(code: int, lang: str, trump: bool = False) -> str:
    """What a card is called: ``红心10``, ``10 of hearts, trump``."""
    words = labels(lang)
    special = {LITTLE_JOKER: "little_joker", BIG_JOKER: "big_joker", UNKNOWN: "unknown_card"}
    if code in special:
        called = words[special[code]]
    else:
        called = words["card"].format(rank=rank_shown(code), suit=say(lang, f"suit.{SUITS[code // 13]}"))
    return words["card_trump"].format(card=called) if trump else called


@lru_cache(maxsize=256)
def face(code: int, trump: bool = False) -> str:
    """The drawing of a card, 60 by 84 units, as one SVG element."""
    drawn = _BACK if code == UNKNOWN else _joker(code) if code >= LITTLE_JOKER else _plain(code)
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 84'>"
        f"<rect x='.75' y='.75' width='58.5' height='82.5' rx='6' fill='{PAPER}' stroke='#8d8a80' stroke-width='1.5'/>"
        f"{drawn}{_TRUMP if trump else ''}</svg>"
    )


def _plain(code: int) -> str:
    suit, rank = SUITS[code // 13], rank_shown(code)
    colour = COLOURS[suit]
    narrow = " textLength='19' lengthAdjust='spacingAndGlyphs'" if rank == "10" else ""
    return (
        f"<text x='13' y='22' font-size='21' fill='{colour}' {_FONT}{narrow}>{rank}</text>"
        f"<path d='{_SHAPES[suit]}' fill='{colour}' transform='translate(6 27) scale(.14)'/>"
        f"<path d='{_SHAPES[suit]}' fill='{colour}' transform='translate(23 42) scale(.31)'/>"
    )


def _joker(code: int) -> str:
    mark, size = ("LJ", "小") if code == LITTLE_JOKER else ("BJ", "大")
    colour = COLOURS[mark]
    return (
        f"<text x='13' y='20' font-size='16' fill='{colour}' {_FONT}>{mark}</text>"
        f"<circle cx='34' cy='52' r='18' fill='none' stroke='{colour}' stroke-width='2'/>"
        f"<text x='34' y='60' font-size='23' fill='{colour}' {_FONT}>{size}</text>"
    )


def image(code: int, lang: str, trump: bool = False) -> str:
    """The card as an HTML image of class ``face`` with its name as text alternative."""
    called = name(code, lang, trump)
    drawing = quote(face(code, trump), safe=" ='/:,()")
    return f'<img class="face" src="data:image/svg+xml,{drawing}" alt="{called}" title="{called}">'
