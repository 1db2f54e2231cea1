"""The 16-byte keys of a deal: which match, which deal of it, which version, which board."""

from __future__ import annotations

from hashlib import blake2b

KEY_BYTES = 16


def _hash(*parts: bytes) -> bytes:
    """The key of parts, none of which can be mistaken for its neighbour: each is led by its length."""
    digest = blake2b(digest_size=KEY_BYTES)
    for part in parts:
        digest.update(len(part).to_bytes(4, "little"))
        digest.update(part)
    return digest.digest()


def match_key(source: str, match_name: str) -> bytes:
    """The match: the source and the name that its format gives it."""
    return _hash(b"match", source.encode(), match_name.encode())


def deal_key(match: bytes, deal_no: int) -> bytes:
    """The deal: its match and its number there."""
    return _hash(match, deal_no.to_bytes(8, "little"))


def deal_id(deal: bytes, text: bytes) -> bytes:
    """This version of the deal: the deal and its canonical text."""
    return _hash(deal, text)


def cards_key(hands: bytes, kitty: bytes) -> bytes:
    """The board: the hands by seat and the kitty, as dealt."""
    return _hash(hands, kitty)


def player_id(source: str, name: str) -> str:
    """The id of a player, 16 hexadecimal digits: the source and the name used there."""
    return _hash(source.encode(), name.encode())[:8].hex()
