"""The card faces: drawings that can be read, and names for those who do not see them."""

from __future__ import annotations

import re
from itertools import combinations
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from dashboard.faces import COLOURS, PAPER, face, image, name
from ingest.cards import CARDS_PER_DECK, CODE, SUITS, UNKNOWN

CARDS = [*range(CARDS_PER_DECK), UNKNOWN]


@pytest.mark.parametrize("trump", [False, True])
@pytest.mark.parametrize("code", CARDS)
def test_every_face_is_sound_xml_that_fetches_nothing(code: int, trump: bool) -> None:
    svg = face(code, trump)
    assert ElementTree.fromstring(svg).get("viewBox") == "0 0 60 84"
    assert re.findall(r"https?://[^']*", svg) == ["http://www.w3.org/2000/svg"]
    assert "url(" not in svg


def test_no_two_faces_are_alike() -> None:
    assert len({face(code, trump) for code in CARDS for trump in (False, True)}) == 2 * len(CARDS)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_no_two_names_are_alike(lang: str) -> None:
    assert len({name(code, lang, trump) for code in CARDS for trump in (False, True)}) == 2 * len(CARDS)


@pytest.mark.parametrize(
    ("card", "trump", "zh", "en"),
    [
        ("HT", False, "红心10", "10 of hearts"),
        ("SJ", True, "黑桃J，主牌", "J of spades, trump"),
        ("C2", False, "梅花2", "2 of clubs"),
        ("DA", False, "方块A", "A of diamonds"),
        ("LJ", True, "小王，主牌", "little joker, trump"),
        ("BJ", True, "大王，主牌", "big joker, trump"),
        ("??", False, "不明的牌", "a card that is not known"),
    ],
)
def test_names(card: str, trump: bool, zh: str, en: str) -> None:
    assert (name(CODE[card], "zh", trump), name(CODE[card], "en", trump)) == (zh, en)


@pytest.mark.parametrize(
    ("card", "texts"),
    [("HT", ["10"]), ("SJ", ["J"]), ("D2", ["2"]), ("LJ", ["LJ", "小"]), ("BJ", ["BJ", "大"]), ("??", ["?"])],
)
def test_what_is_written_on_a_face(card: str, texts: list[str]) -> None:
    root = ElementTree.fromstring(face(CODE[card]))
    assert [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")] == texts


@pytest.mark.parametrize("suit", SUITS)
def test_a_suit_is_drawn_in_the_corner_and_in_the_middle_in_its_colour(suit: str) -> None:
    pips = [one for one in ElementTree.fromstring(face(CODE[f"{suit}7"])) if one.tag.endswith("path")]
    assert [pip.get("fill") for pip in pips] == [COLOURS[suit]] * 2
    assert len({pip.get("d") for pip in pips}) == 1


@pytest.mark.parametrize("colour", sorted(set(COLOURS.values())))
def test_every_colour_can_be_read_on_the_card(colour: str) -> None:
    assert _contrast(colour, PAPER) >= 4.5


def test_the_four_suits_are_four_colours() -> None:
    assert all(COLOURS[one] != COLOURS[other] for one, other in combinations(SUITS, 2))


def test_the_image_holds_the_drawing_and_the_name() -> None:
    html = image(CODE["H5"], "en", trump=True)
    (source,) = re.findall(r'src="data:image/svg\+xml,([^"]*)"', html)
    assert unquote(source) == face(CODE["H5"], trump=True)
    assert 'alt="5 of hearts, trump"' in html
    assert set(source).isdisjoint('<>"#&')


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
