"""Every fault of a ruleset's own file is named with its key and its line, wherever TOML lets a key stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from replay.faultlines import check
from replay.ruleset import RulesetError, load
from replay.tomllines import lines_of
from tests.replay import house, refusals
from tests.replay.judging import run

HEAD = 'schema_version = 1\nstatus = "complete"\ntitle_zh = "甲"\ntitle_en = "A"\n'  # four lines
NO_WORD = "is 'maybe'; it may be free or must"

# What follows the four lines of the head: text, and each fault as (line, key, beginning of the sentence).
WRITTEN: dict[str, tuple[str, list[tuple[int | None, str, str]]]] = {
    "a key in a table": (
        '# one\n\n[follow]\nsub_tractor = "maybe"\n[source]\nfollow = "decided: x"\n',
        [(8, "follow.sub_tractor", NO_WORD)],
    ),
    "a dotted key": (
        'follow.sub_tractor = "maybe" # why\n[source]\n"follow" = "decided: x"\n',
        [(5, "follow.sub_tractor", NO_WORD)],
    ),
    "an inline table": (
        'follow = { throw_follow = "suit_only", sub_tractor = "maybe" }\n[source]\n"follow" = "decided: x"\n',
        [(5, "follow.sub_tractor", NO_WORD)],
    ),
    "a list over several lines, and what stands behind it": (
        "[levels]\nmust_play = [\n  '5',\n  # ]\n  '11',\n]\nstart = '1'\n[source]\nlevels = 'decided: x'\n",
        [(6, "levels.must_play", "holds '11'"), (11, "levels.start", "is '1'")],
    ),
    "a list of tables": (
        '[[score.bands]]\nmax = 75\nside = "left"\nlevels = 1\n[[score.bands]]\nmin = 80\nside = "defenders"\n'
        'levels = 0\n[source]\n"score" = "decided: x"\n',
        [(5, "score.bands", "band 1: side is 'left'")],
    ),
    "brackets in a string of several lines": (
        'unmodelled = ["""\n[follow]\nsub_tractor = 1\n"""]\n[follow]\nsub_tractor = "maybe"\n'
        '[source]\nfollow = "decided: x"\n',
        [(10, "follow.sub_tractor", NO_WORD)],
    ),
    "Windows line ends": (
        '[follow]\r\nsub_tractor = "maybe"\r\n[source]\r\nfollow = "decided: x"\r\n',
        [(6, "follow.sub_tractor", NO_WORD)],
    ),
    "sources": (
        '[points]\nfive = 5\nten = 10\n[follow]\nsub_tractor = "must"\n[source]\n"points.five" = "heard: x"\n'
        '"follow" = "decided: x"\n"throw" = "stated: x"\n',
        [
            (7, "points.ten", "has no entry in [source]"),
            (11, "[source] points.five", "'heard' is no status"),
            (13, "[source] throw", "covers no key of this file"),
        ],
    ),
    "a source with dots that are not quoted": (
        '[points]\nfive = 5\n[source]\npoints.five = "heard: x"\n',
        [(8, "[source] points.five", "'heard' is no status")],
    ),
    "sources that are no table": ("source = 3\n", [(5, "source", "must be a table")]),
    "a table that does not add up": (
        '[points]\nfive = 5\n[deck]\nhand_size = 26\n[source]\ndeck = "decided: x"\npoints = "decided: x"\n',
        [(7, "deck", "4 hands of 26")],
    ),
    "the head": ('extends = 3\nsources = "S0"\n', [(5, "extends", "must be"), (6, "sources", "must be")]),
    "no key": ("colour = 1\n[source]\ncolour = 'decided: x'\n", [(5, "colour", "is no key of a ruleset")]),
    "no key, and no source": ("colour = 1\n", [(5, "colour", "is no key of a ruleset")]),
    "keys written twice": (
        "[points]\nfive = 5\nfive = 10\nten = 10\n[deck]\ndecks = 2\n[points]\n",
        [(7, "points.five", "is already in line 6"), (11, "points", "is already in line 5")],
    ),
    "no TOML": ("[points]\nfive = = 5\nten = 10\n", [(6, "", "is not readable as TOML: Invalid value")]),
    "no TOML within a list": ("[points]\nfive = [\n 1,\n ?]\n", [(8, "", "is not readable as TOML: ")]),
    "a list that does not end": ("[points]\nfive = [\n 1,\n\n", [(6, "", "is not readable as TOML: ")]),
    "a number without end": (
        "[points]\nfive = " + "1" * 5000 + "\n",
        [(6, "", "is not readable as TOML: A number has")],
    ),
    "a list in a list in a list": (
        f"[points]\nfive = {'[' * 3000}{']' * 3000}\n",
        [(6, "", "is not readable as TOML: Lists or tables are nested")],
    ),
    "no such parent": ('extends = "nobody"\n', [(5, "extends", "nobody: there is no such ruleset")]),
}


@pytest.mark.parametrize(("text", "faults"), WRITTEN.values(), ids=WRITTEN)
def test_each_fault_has_its_line(text: str, faults: list[tuple[int | None, str, str]], tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_bytes((HEAD + text).encode())
    found = check(str(path))
    assert [
        (fault.line, fault.key, fault.text[: len(start)]) for fault, (*_, start) in zip(found, faults, strict=True)
    ] == faults
    assert {(fault.file, fault.heir) for fault in found} == {(str(path), None)}
    with pytest.raises(RulesetError):
        load(str(path))


@pytest.mark.parametrize("values", [values for values, _ in refusals.VALUES.values()], ids=refusals.VALUES)
def test_no_fault_of_a_value_is_left_out_or_without_a_line(values: dict[str, object], tmp_path: Path) -> None:
    path = house.write(tmp_path / "my.toml", values)
    with pytest.raises(RulesetError) as refused:
        load(path)
    found = check(path)
    assert sorted(f"{fault.key}: {fault.text}" for fault in found) == sorted(refused.value.faults)
    assert all(fault.line for fault in found)


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(HEAD, encoding="utf-8-sig")
    assert check(str(path)) == []
    assert load(str(path)).title("zh") == "甲"
    path.write_text(HEAD + "colour = 1\n", encoding="utf-8-sig")
    assert {(fault.line, fault.key) for fault in check(str(path))} == {(5, "colour")}


def test_a_text_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_bytes((HEAD + "# 规则").encode("gb18030"))
    (fault,) = check(str(tmp_path / "my.toml"))
    assert (fault.line, fault.key) == (3, "")
    assert fault.text.startswith("is not UTF-8: ")


def family(folder: Path, parent: str) -> str:
    """A ruleset that extends one in a folder below it, which holds ``parent``; the path of the first."""
    (folder / "old").mkdir()
    (folder / "old" / "parent.toml").write_text(HEAD + parent, encoding="utf-8")
    child = folder / "child.toml"
    child.write_text(
        HEAD + 'extends = "old/parent.toml"\n[points]\nfive = 5\n[source]\npoints = "decided: x"\n', "utf-8"
    )
    return str(child)


@pytest.mark.parametrize(
    ("parent", "line", "key"),
    [
        ('[follow]\nsub_tractor = "maybe"\n[source]\nfollow = "decided: x"\n', 6, "follow.sub_tractor"),
        ('[follow]\nsub_tractor = "must"\n', 6, "follow.sub_tractor"),
        ("[follow\n", 5, ""),
        ('extends = "nobody"\n', 5, "extends"),
        ('extends = "../child.toml"\n', 5, "extends"),
    ],
    ids=["value", "source", "no TOML", "its parent", "a circle"],
)
def test_an_inherited_fault_says_the_file_it_stands_in(parent: str, line: int, key: str, tmp_path: Path) -> None:
    child = family(tmp_path, parent)
    (fault,) = check(child)
    where = str(tmp_path / "old" / "parent.toml")
    assert (fault.file, fault.line, fault.key, fault.heir) == (where, line, key, child)
    assert str(fault).startswith(f"{where}:{line}: {key}")
    assert str(fault).endswith(f" (inherited by {child})")


def test_a_built_in_value_that_no_longer_fits_says_where_it_stands(tmp_path: Path) -> None:
    path = house.write(tmp_path / "my.toml", {"levels.sequence": ["5", "T", "K", "A"]})
    (fault,) = check(path)
    (line,) = {number for name, number in lines_of(text_of_base()).first.items() if name == "levels.start"}
    assert str(fault) == f"_base.toml:{line}: levels.start: 2 is not in levels.sequence (inherited by {path})"


def text_of_base() -> str:
    return (Path(__file__).parents[2] / "replay" / "rulesets" / "_base.toml").read_text(encoding="utf-8")


def test_a_parent_is_found_from_its_child_and_its_values_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child = family(tmp_path, 'extends = "baike_2deck"\n[points]\nten = 5\n[source]\npoints = "decided: x"\n')
    monkeypatch.chdir("/")
    ruleset = load(child)
    assert check(child) == []
    assert (ruleset.id, ruleset.values["points.ten"]) == ("child", 5)
    assert ruleset.sources["points.ten"] == ("parent", "decided", "x")
    assert ruleset.sources["follow.sub_tractor"] == load("baike_2deck").sources["follow.sub_tractor"]


@pytest.mark.parametrize("as_json", [False, True], ids=["words", "json"])
def test_the_command_tells_all_faults(as_json: bool, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(HEAD + WRITTEN["sources"][0].replace("must", "maybe"), encoding="utf-8")
    done = run("rulesets", "check", str(path), *(["--json"] if as_json else []))
    assert (done.returncode, done.stderr) == (1, "")
    lines = [7, 9, 11, 13]
    if as_json:
        told = json.loads(done.stdout)
        assert told["file"] == str(path)
        assert [fault["line"] for fault in told["faults"]] == lines
        assert told["faults"][1] == {
            "file": str(path), "line": 9, "key": "follow.sub_tractor", "text": NO_WORD, "heir": None
        }  # fmt: skip
    else:
        assert [line.split(": ")[0] for line in done.stdout.splitlines()] == [f"{path}:{line}" for line in lines]
        assert done.stdout.splitlines()[1] == f"{path}:9: follow.sub_tractor: {NO_WORD}"


@pytest.mark.parametrize(
    ("name", "code", "out", "said"),
    [("baike_2deck", 0, "baike_2deck: sound.\n", ""), ("none.toml", 2, "", "ruleset none.toml: cannot be read: ")],
)
def test_the_command_where_nothing_is_wrong_or_nothing_there(name: str, code: int, out: str, said: str) -> None:
    done = run("rulesets", "check", name)
    assert (done.returncode, done.stdout) == (code, out)
    assert done.stderr.startswith(said)
