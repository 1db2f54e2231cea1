"""Finds the files that are meant, and gives their content as hash, head and lines, gzip or not."""

from __future__ import annotations

import glob
import sys
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from ingest.faults import Fault
from ingest.visible import visible

ENDINGS = (".jsonl", ".ndjson", ".json", ".log", ".txt", ".csv", ".xlsx", ".parquet")
MAX_LINE = 64 << 20  # bytes; a longer line is one reject
_BLOCK = 1 << 20
_TOO_LONG = f"The line is longer than {MAX_LINE >> 20} MiB: no record is that long."
_SHOWN = 1000  # bytes kept of a line that is too long
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"


class IngestError(Exception):
    """Ingest could not run; each message is a full sentence with what to do."""

    def __init__(self, *sentences: str) -> None:
        super().__init__("\n".join(map(visible, sentences)))


class Line(NamedTuple):
    """A line without its end: ``number`` 1-based, ``offset`` in bytes of the unpacked text.

    ``fault`` says why the text is no whole line of the file.
    """

    number: int
    offset: int
    text: bytes
    fault: Fault | None = None


class Found(NamedTuple):
    """A file to read (``None``: standard input), as the user would name it, and whether the user named it."""

    path: Path | None
    name: str
    named: bool


def find(paths: Sequence[str], without: Path | None = None) -> list[Found]:
    """The files behind paths, folders, globs and ``-``, each once, in a stable order.

    Folders are searched for the known endings (also with ``.gz``), leaving out hidden files and
    the folder ``without``. Raises ``IngestError`` for a path that is not there.
    """
    found: dict[object, Found] = {}
    for text in paths:
        for file in _files(text, without):
            found.setdefault(file.path.resolve() if file.path else "-", file)
    if not found:
        endings = " ".join(ENDINGS)
        raise IngestError(f"No log files in {' '.join(paths)}: their names must end in {endings}, or with .gz.")
    return list(found.values())


def _files(text: str, without: Path | None) -> list[Found]:
    path = Path(text)
    if text == "-":
        return [Found(None, "standard input", True)]
    if path.is_dir():
        return [Found(file, str(file), False) for file in _in_folder(path, without)]
    if path.exists():
        return [Found(path, text, True)]
    matches = sorted(glob.glob(text, recursive=True))  # noqa: PTH207 (Path.glob takes no absolute pattern)
    if not matches:
        raise IngestError(f"There is no file or folder {text}: check the path.")
    return [file for match in matches for file in _files(match, without)]


def _in_folder(folder: Path, without: Path | None) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        inside = without is not None and path.resolve().is_relative_to(without.resolve())
        if path.name.lower().removesuffix(".gz").endswith(ENDINGS) and not hidden and not inside and path.is_file():
            yield path


@dataclass
class Content:
    """A file being read: as much of it as there was when its hash was taken."""

    path: Path
    file_hash: str
    size: int
    names: Mapping[str, str] = field(default_factory=dict)  # player id -> name, for formats without names
    line_count: int = 0  # lines given so far, blank ones too

    def head(self) -> bytes:
        """The first bytes, unpacked: enough to recognise the format. Raises ``Fault`` for damaged gzip."""
        return next(_unpacked(self._blocks()), b"")

    def lines(self) -> Iterator[Line]:
        """All lines that are not blank, without their ends; damage is a line with a fault."""
        number, offset, rest, skipped = 1, 0, b"", 0
        damage: Fault | None = None
        blocks = _unpacked(self._blocks())
        while True:
            try:
                block = next(blocks, None)
            except Fault as fault:
                damage = fault
                break
            if block is None:
                break
            *whole, rest = (rest + block).split(b"\n")
            for text in whole:
                if text and not text.isspace() and not skipped:
                    yield _line(number, offset, text)
                number += 1
                offset += skipped + len(text) + 1
                skipped = 0
            if len(rest) > MAX_LINE:
                if not skipped:
                    yield Line(number, offset, rest[:_SHOWN], Fault("line_too_long", _TOO_LONG))
                skipped, rest = skipped + len(rest), b""
        if damage is not None:
            yield Line(number, offset, rest[:_SHOWN], damage)
        elif rest.strip() and not skipped:
            yield _line(number, offset, rest)
        self.line_count = number if rest else number - 1

    def text(self) -> bytes:
        """All of it, unpacked; a byte order mark becomes blanks. Raises ``Fault`` if it is damaged or too long."""
        text = b""
        for block in _unpacked(self._blocks()):
            text += block
            if len(text) > MAX_LINE:
                raise Fault("line_too_long", f"The file is longer than {MAX_LINE >> 20} MiB: no log is that long.")
        self.line_count = len(text.splitlines())
        return b"   " + text[3:] if text.startswith(_BOM) else text

    def _blocks(self) -> Iterator[bytes]:
        left = self.size
        with self.path.open("rb") as file:
            while left > 0 and (block := file.read(min(_BLOCK, left))):
                left -= len(block)
                yield block


def _line(number: int, offset: int, text: bytes) -> Line:
    if number == 1:
        text = text.removeprefix(_BOM)
    return Line(number, offset, text.removesuffix(b"\r"))


def _unpacked(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """The blocks, unpacked where they are gzip. Raises ``Fault`` where the packed text is damaged."""
    first = next(blocks, b"")
    if not first.startswith(_GZIP):
        yield first
        yield from blocks
        return
    unpack = zlib.decompressobj(31)
    block: bytes | None = first
    try:
        while block is not None:
            if unpack.eof:  # another member follows
                unpack = zlib.decompressobj(31)
            text = unpack.decompress(block, _BLOCK)
            if text:
                yield text
            block = unpack.unconsumed_tail or unpack.unused_data.lstrip(b"\0") or next(blocks, None)
    except zlib.error as error:
        raise Fault("gzip_damaged", f"The gzip data is damaged here: {error}. Copy the file again.") from error
    if not unpack.eof:
        raise Fault("gzip_cut_off", "The gzip file is cut off: what stood before was read. Copy it again.")


@contextmanager
def opened(found: Found, names: Mapping[str, str] | None = None) -> Iterator[Content]:
    """The content of a file; standard input is kept in a temporary file meanwhile.

    Raises ``IngestError`` if it cannot be read.
    """
    try:
        if found.path is not None:
            yield _content(found.path, names)
            return
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "stdin"
            with copy.open("wb") as file:
                while block := sys.stdin.buffer.read(_BLOCK):
                    file.write(block)
            yield _content(copy, names)
    except BrokenPipeError:  # of what is printed meanwhile
        raise
    except OSError as error:
        raise IngestError(f"{found.name} cannot be read ({error.strerror}).") from error


def _content(path: Path, names: Mapping[str, str] | None) -> Content:
    digest = blake2b(digest_size=16)
    size = 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
            size += len(block)
    return Content(path, digest.hexdigest(), size, names or {})
