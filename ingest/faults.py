"""What is wrong with a record: a stable code, an English sentence, and where."""

from __future__ import annotations

import msgspec


class Fault(Exception):
    """A record that cannot be taken: ``code`` for programs, ``sentence`` for people, and the place in the deal.

    ``trick`` is 0-based, ``seat`` 0..3; None where they do not apply or are not known.
    """

    def __init__(self, code: str, sentence: str, trick: int | None = None, seat: int | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.trick = trick
        self.seat = seat


class Reject(msgspec.Struct, kw_only=True):
    """One rejected record, with where it stands and its raw text; a row of the table ``rejects``."""

    code: str
    sentence: str
    path: str
    line: int
    raw: str
    file_hash: str = ""
    deal_no: int | None = None
    trick: int | None = None
    seat: int | None = None
    byte_from: int | None = None
    byte_to: int | None = None

    def where(self) -> str:
        """The place in words: ``a.jsonl, line 3, deal 7, trick 2, seat 1``."""
        parts = [self.path, f"line {self.line}"]
        if self.deal_no is not None:
            parts.append(f"deal {self.deal_no}")
        if self.trick is not None:
            parts.append(f"trick {self.trick + 1}")
        if self.seat is not None:
            parts.append(f"seat {self.seat}")
        return ", ".join(parts)
