"""The commands `stats` and `sql` as a person or a script meets them."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from analytics.cli import app
from tests.analytics.lakes import deal, ladder, rules, score, write


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    deals = [deal(f"m{number}", 1, trump="S" if number % 3 else "NT") for number in range(12)]
    scores = [score(one, takeover=number < 3) for number, one in enumerate(deals)]
    scores[11]["violations"] = 1
    write(
        tmp_path,
        deals=deals,
        scores=scores,
        ladder=[ladder(one) for one in deals],
        rulesets=[rules()],
    )
    return tmp_path


def run(*arguments: str | Path) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return done.exit_code, done.stdout, done.stderr


def test_stats_tells_every_metric_and_what_was_left_out(lake: Path) -> None:
    code, out, err = run("stats", "--lake", lake)
    assert (code, err) == (0, "")
    blocks = out.split("\n\n")
    assert blocks[0].startswith("Dealer-side win rate  (dealer_win_rate)\n")
    head, row = blocks[1].splitlines()
    assert head.split() == [
        "ruleset",
        "rate",
        "95",
        "%",
        "interval",
        "count",
        "n",
        "clusters",
        "effective",
        "n",
        "note",
    ]
    assert row.split() == ["rules_a", "72.7", "%", "43.4", "–", "90.3", "%", "8", "11", "11", "11.0"]
    assert blocks[2].startswith("Bottom-capture rate  (capture_rate)\n")
    assert "rules_a: 11 of 12 deals counted; left out: 1 with a violation." in out
    assert "\nLake as of 20" in out


def test_stats_in_chinese_lines_up(lake: Path) -> None:
    code, out, _ = run("stats", "dealer_win_rate", "--lake", lake, "--by", "trump", "--lang", "zh")
    assert code == 0
    head, spades, no_trump = out.split("\n\n")[1].splitlines()
    assert head.startswith("规则     主花色    比率")
    assert spades.startswith("rules_a  S       ")
    assert no_trump.startswith("rules_a  NT      ")
    assert no_trump.endswith("少于十个群组，不给出区间")
    assert "12 副中计入 11 副；未计入：1 副有违规出牌。" in out


def test_stats_as_json(lake: Path) -> None:
    code, out, err = run("stats", "dealer_win_rate", "--lake", lake, "--ruleset", "rules_a", "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert told["coverage"][0]["left_out"] == {"violations": 1}
    assert told["snapshot"]["run_id"]
    (rate,) = told["rates"]
    assert list(rate) == [
        "metric", "ruleset", "numerator", "n", "clusters", "effective_n", "value", "low", "high", "note",
    ]  # fmt: skip
    assert (rate["numerator"], rate["n"], rate["value"]) == (8, 11, pytest.approx(8 / 11))


def test_stats_are_of_the_metrics_that_can_be_split_so(lake: Path) -> None:
    code, out, _ = run("stats", "--lake", lake, "--by", "trumps", "--json")
    assert (code, json.loads(out)["rates"]) == (0, [])  # none of its deals has its cards known
    _, out, _ = run("stats", "--lake", lake, "--by", "trump", "--json")
    shown = {"dealer_win_rate", "capture_rate", "must_play_stops"}
    assert {rate["metric"] for rate in json.loads(out)["rates"]} == shown
    assert run("stats", "no_trump_rate", "--lake", lake, "--by", "trump")[0] == 2


def test_stats_as_csv_keeps_the_rest_off_stdout(lake: Path) -> None:
    code, out, err = run("stats", "--lake", lake, "--by", "trump", "--csv")
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["metric"], row["trump"], row["n"]) for row in rows] == [
        ("dealer_win_rate", "S", "7"),
        ("dealer_win_rate", "NT", "4"),
        ("capture_rate", "S", "7"),
        ("capture_rate", "NT", "4"),
        ("must_play_stops", "S", "7"),
        ("must_play_stops", "NT", "4"),
    ]
    assert "1 with a violation" in err


def test_sql_shows_rows_as_asked(lake: Path) -> None:
    query = "SELECT trump, count(*) AS deals FROM deals GROUP BY trump ORDER BY trump"
    assert run("sql", query, "--lake", lake) == (0, "trump  deals\nNT         4\nS          8\n", "")
    assert run("sql", query, "--lake", lake, "--csv") == (0, "trump,deals\nNT,4\nS,8\n", "")
    code, out, _ = run("sql", query, "--lake", lake, "--json")
    assert (code, json.loads(out)) == (0, [{"trump": "NT", "deals": 4}, {"trump": "S", "deals": 8}])


def test_sql_json_drops_no_column_and_is_json(lake: Path) -> None:
    query = "SELECT 1 AS a, 2 AS a, 1/0 AS b, [0/0, 1.0::DOUBLE] AS c, {'d': -1/0} AS d, 3 AS a_1"
    code, out, _ = run("sql", query, "--lake", lake, "--json")
    told = json.loads(out, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))
    assert (code, told) == (0, [{"a": 1, "a_1": 2, "b": None, "c": [None, 1.0], "d": {"d": None}, "a_1_1": 3}])


def test_sql_json_has_words_for_every_type(lake: Path) -> None:
    query = "SELECT 'ab'::BLOB AS b, DATE '2026-01-02' AS d, 1.5::DECIMAL(4, 1) AS n, [1, NULL] AS l, NULL AS z"
    code, out, _ = run("sql", query, "--lake", lake, "--json")
    assert (code, json.loads(out)) == (0, [{"b": "6162", "d": "2026-01-02", "n": "1.5", "l": [1, None], "z": None}])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("stats", "win_rate"),
            "There is no metric 'win_rate'; there are dealer_win_rate, capture_rate, win_rate_by_trumps, first_deals",
        ),
        (("stats", "--by", "weather"), "dealer_win_rate cannot be split by 'weather'; it can be by level"),
        (
            ("stats", "--ruleset", "past_k_2deck"),
            "No deal of this lake was replayed under past_k_2deck: run `shengji replay",
        ),
        (
            ("boards", "--ruleset", "past_k_2dek"),
            "under past_k_2dek; there is no such ruleset; did you mean past_k_2deck or past10_2deck",
        ),
        (("stats", "--ruleset", "rulesa"), "no such ruleset; did you mean rules_a? `shengji rulesets list` names"),
        (
            ("stats", "--ruleset", "fragment_flip_match_2deck"),
            "--ruleset fragment_flip_match_2deck --force`. It has results under",
        ),
        (("stats", "--lang", "de"), "There is no language 'de'; write --lang zh or --lang en."),
        (("stats", "--json", "--csv"), "--json and --csv exclude each other"),
        (("sql", "SELECT * FROM deal"), "Table with name deal does not exist! Did you mean"),
        (("sql", "SELECT * FROM trick"), "Views near: rejects, tricks;"),
        (("sql", "SELECT nothing FROM deals"), 'Referenced column "nothing" not found'),
        (("sql", "SELEC"), "syntax error"),
        (("sql", ""), "Only one SELECT can be asked"),
        (("sql", "SELECT 1; SELECT 2"), "Only one SELECT can be asked"),
        (("sql", "COPY (SELECT 1) TO '{lake}/x.csv'"), "Only one SELECT can be asked"),
        (("sql", "EXPLAIN ANALYZE COPY (SELECT 1) TO '{lake}/x.csv'"), "Only one SELECT can be asked"),
        (("sql", "SELECT * FROM read_csv('/etc/passwd')"), "file system operations are disabled"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_2(lake: Path, arguments: tuple[str, ...], words: str) -> None:
    filled = [argument.replace("{lake}", str(lake)) for argument in arguments]
    code, out, err = run(*filled, "--lake", lake)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
    assert not (lake / "x.csv").exists()


@pytest.mark.parametrize("command", [("stats",), ("sql", "SELECT 1")])
def test_no_lake_is_said(tmp_path: Path, command: tuple[str, ...]) -> None:
    code, out, err = run(*command, "--lake", tmp_path / "none")
    assert (code, out) == (2, "")
    assert "There is no lake at" in err


def test_a_lake_not_replayed_is_told_what_to_do(tmp_path: Path) -> None:
    write(tmp_path, deals=[deal("m", 1)])
    code, _, err = run("stats", "--lake", tmp_path)
    assert code == 2
    assert err == (
        f"No deal of this lake was replayed under any ruleset: run `shengji replay --lake {tmp_path} --ruleset ID`.\n"
    )


def modules_after(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stderr.splitlines()}


def test_heavy_libraries_are_loaded_only_when_needed(lake: Path) -> None:
    heavy = {"duckdb", "polars", "pyarrow", "numpy", "streamlit", "numba", "deltalake"}
    assert not modules_after("import analytics.cli") & heavy
    asked = modules_after(
        f"from analytics.cli import app\napp(['stats', '--lake', {str(lake)!r}], standalone_mode=False)"
    )
    assert "duckdb" in asked
    assert "numba" not in asked
