"""What lies on the table in one deal, and what one seat may know of the cards it does not see."""

from __future__ import annotations

from ingest.cards import CARDS_PER_DECK, SEATS
from replay.selfplay.cards import Cards, Hand, Order, hand_of


class Table:
    """The four hands, the cards played, and which seats have shown out of which suits."""

    def __init__(self, order: Order, hands: list[Cards], buried: Cards, dealer: int, throws: bool) -> None:
        """``throws``: whether they may be led."""
        self.order = order
        self.throws = throws
        self.dealer = dealer
        self.hands: list[Hand] = [hand_of(hand, order) for hand in hands]
        self.unseen = [2] * CARDS_PER_DECK  # as one sees it who holds no cards
        self.buried = buried
        self.void: list[set[int]] = [set() for _ in range(SEATS)]

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
        if seat == self.dealer:
            for card in self.buried:
                hidden[card] -= 1
        return hidden

    def tops(self, hidden: list[int], suit: int) -> tuple[int, int]:
        """The highest position of a hidden card and of a hidden pair in a suit; -1 if there is none."""
        members = self.order.members[suit]
        single = next((self.order.pos[card] for card in members if hidden[card]), -1)
        pair = next((self.order.pos[card] for card in members if hidden[card] == 2), -1)
        return single, pair

    def is_sure(self, seat: int, card: int) -> bool:
        """Whether the seat does not know of a higher card of the suit in another hand."""
        order = self.order
        hand = self.hands[seat][order.suit[card]]
        higher = (face for face in order.members[order.suit[card]] if order.pos[face] > order.pos[card])
        return all(self.unseen[face] <= hand.count(face) for face in higher)
