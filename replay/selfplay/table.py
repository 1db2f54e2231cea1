"""What lies on the table in one deal, and what one seat may know of the cards it does not see."""

from __future__ import annotations

from ingest.cards import SEATS
from replay.kernel.layout import TRUMP
from replay.selfplay.cards import Cards, Hand, Order, hand_of


class Table:
    """The four hands, the cards played, and which seats have shown out of which suits."""

    def __init__(
        self,
        order: Order,
        copies: list[int],
        hands: list[Cards],
        buried: Cards,
        dealer: int,
        throws: tuple[bool, bool],
        buried_by: int | None = None,
    ) -> None:
        """``copies``: how many of each of the 54 faces the packs hold; ``throws``: whether they may be led of
        a plain suit, of trump; ``buried_by`` None: the dealer buried what lies there."""
        self.order = order
        self.dealer = dealer
        self.hands: list[Hand] = [hand_of(hand, order) for hand in hands]
        self.unseen = copies.copy()  # as one sees it who holds no cards
        self.buried = buried
        self.buried_by = dealer if buried_by is None else buried_by
        self.void: list[set[int]] = [set() for _ in range(SEATS)]
        self.throws = throws

    def may_throw(self, suit: int) -> bool:
        """Whether a throw of this suit may be led."""
        return self.throws[suit == TRUMP]

    def play(self, seat: int, cards: Cards, led: int) -> None:
        """Moves cards from a hand to the table; ``led`` is the suit of the trick."""
        hand = self.hands[seat]
        for card in cards:
            suit = self.order.suit[card]
            hand[suit].remove(card)
            self.unseen[card] -= 1
            if suit != led:
                self.void[seat].add(led)

    def hidden(self, seat: int) -> list[int]:
        """How many copies of each card the seat does not see: neither played, held, nor buried by itself."""
        hidden = self.unseen.copy()
        for cards in self.hands[seat]:
            for card in cards:
                hidden[card] -= 1
        if seat == self.buried_by:
            for card in self.buried:
                hidden[card] -= 1
        return hidden

    def tops(self, hidden: list[int], suit: int) -> list[int]:
        """The highest position in a suit of a card hidden so many times, by number from 0; -1 if there is none."""
        members, pos = self.order.members[suit], self.order.pos
        widths = range(self.order.widest + 1)
        return [next((pos[card] for card in members if hidden[card] >= width), -1) for width in widths]

    def is_sure(self, seat: int, card: int) -> bool:
        """Whether the seat does not know of a higher card of the suit in another hand."""
        order = self.order
        hand = self.hands[seat][order.suit[card]]
        higher = (face for face in order.members[order.suit[card]] if order.pos[face] > order.pos[card])
        return all(self.unseen[face] <= hand.count(face) for face in higher)
