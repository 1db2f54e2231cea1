"""Card codes and notation: one byte a card, two characters in text.

A card is ``13 * suit + rank - 2`` with suits in the order S H C D and ranks
2..14 (ace); 52 is the little joker ``LJ``, 53 the big joker ``BJ``, 255 a card
that is not known, written ``??``. There is no copy number: two copies of a card
are the same code. ``SJ`` is the jack of spades, never a joker.
"""

from __future__ import annotations

SUITS = "SHCD"
RANKS = "23456789TJQKA"
LITTLE_JOKER = 52
BIG_JOKER = 53
UNKNOWN = 255
CARDS_PER_DECK = 54
SEATS = 4

TEXT: tuple[str, ...] = (*(suit + rank for suit in SUITS for rank in RANKS), "LJ", "BJ")
CODE: dict[str, int] = {text: code for code, text in enumerate(TEXT)} | {"??": UNKNOWN}

_SYMBOLS = {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}
_ALIASES = {"10": "T", "小王": "LJ", "大王": "BJ"}


def rank_text(rank: int) -> str:
    """The rank 2..14 as ``2`` … ``T`` … ``A``."""
    return RANKS[rank - 2]


def parse_rank(text: str) -> int:
    """The rank 2..14 of ``2``…``9``, ``T`` or ``10``, ``J`` ``Q`` ``K`` ``A`` (any case).

    Raises ``ValueError`` for anything else.
    """
    index = RANKS.find(_ALIASES.get(text, text).upper()) if text else -1
    if index < 0 or len(_ALIASES.get(text, text)) != 1:
        raise ValueError(f"{text!r} is no rank; write 2 to 9, T, J, Q, K or A")
    return index + 2


def parse_card(text: str) -> int:
    """The code of one card as a person may write it: ``S5``, ``sT``, ``♠10``, ``LJ``, ``大王``.

    Raises ``ValueError`` naming the text for anything else.
    """
    code = CODE.get(text)
    if code is not None:
        return code
    folded = _ALIASES.get(text, text)
    if folded[:1] in _SYMBOLS:
        folded = _SYMBOLS[folded[0]] + folded[1:]
    folded = folded[:1].upper() + _ALIASES.get(folded[1:], folded[1:].upper())
    code = CODE.get(folded)
    if code is None:
        raise ValueError(f"{text!r} is no card; write suit S H C D then rank 2 to 9 T J Q K A, or LJ, BJ")
    return code


def parse_cards(text: str) -> bytes:
    """The codes of cards written with blanks between them, in the order written.

    Raises ``ValueError`` for the first that is no card.
    """
    words = text.split()
    try:
        return bytes([CODE[word] for word in words])
    except KeyError:
        return bytes([parse_card(word) for word in words])


# The codes in canonical order, and the place of each code in it:
# jokers first, then spades to diamonds, each from the ace down; unknown cards last.
ORDER = bytes([53, 52, *(13 * suit + rank for suit in range(4) for rank in range(12, -1, -1)), *range(54, 256)])
PLACE = bytes.maketrans(ORDER, bytes(range(256)))


def sort_cards(cards: bytes) -> bytes:
    """The same cards in the one order of the canonical text: jokers, then S H C D, high to low."""
    return bytes(sorted(cards.translate(PLACE))).translate(ORDER)


_TEXT_OF = (*TEXT, *("??",) * (256 - CARDS_PER_DECK))


def format_cards(cards: bytes) -> str:
    """Cards as text in the order given: ``b"\\x03\\x03"`` is ``"S5 S5"``."""
    return " ".join([_TEXT_OF[card] for card in cards])
