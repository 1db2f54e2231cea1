"""Workbooks as spreadsheet programs write them: merged cells, dates, numbers as text, several worksheets."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Any

from openpyxl import Workbook


def merged_zh(path: Path) -> None:
    """A title over all columns, headings over two rows, a merged date, a second page with the headings again."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "第三桌"
    rows: list[list[Any]] = [
        ["第三届升级赛　两副牌"],
        [],
        ["南", "东", "北", "西"],
        ["张三", "李四", "王五", "赵六"],
        [None, "日期", "副", "庄家", "级", "主花色", "防守方得分", None, None, None, "级数", None, "胜方", "备注"],
        [None, None, None, None, None, None, "圈内", "底分", "倍数", "总分", "南北", "东西", None, None],
        [None, datetime(2026, 5, 1), 1, "张三", 2, "♥", 55.0, 10, 2, 75.0, 3, 2],
        [None, None, 2, "王五", "3", "无将", "１２０", 5, "×4", "140分", 3, "3", None, "王五迟到"],
        [None, None, 3.0, "赵六", 3, "草花", 0, None, None, 0, 3, 7],
        [],
        [None, "日期", "副", "庄家", "级", "主花色"],
        [None, date(2026, 5, 2), 4, "李四", 6, "S", 40, 10, 0, 40, 3, 7],
        [None, None, 5, "赵六", "7", "D", 15, 0, None, 15, 3, 9, "东西"],
        [None, "合计", None, None, None, None, 230, None, None, 270],
    ]
    for row in rows:
        sheet.append(row)
    columns = list("BCDEFMN")
    for area in ["A1:N1", "G5:J5", "K5:L5", *(f"{column}5:{column}6" for column in columns), "B7:B9", "B12:B13"]:
        sheet.merge_cells(area)
    book.save(path)


def two_tables_en(path: Path) -> None:
    """Two tables on two worksheets, and one without a score sheet."""
    book = Workbook()
    cover = book.active
    assert cover is not None
    cover.append(["Score sheets of the club night"])
    heads = ["Deal", "Dealer", "Level", "Points", "Levels after", None, "Next dealer"]
    below = [None, None, None, None, "N/S", "E/W", None]
    tables = {
        "Table 1": [[1, "East", "2", 0, 2, 5, "W"], [2, "West", "5", 80, 2, 5, "N"]],
        "Table 2": [[1, "1", 2, 160, 2, 4, 2], [2, "2", 4, "35", 2, 6, 4], [3, "4", "6", "大光", "2", "10", "2"]],
    }
    for name, deals in tables.items():
        sheet = book.create_sheet(name)
        for row in [heads, below, *deals]:
            sheet.append(row)
        sheet.merge_cells("E1:F1")
    book.save(path)


WORKBOOKS = {"merged_zh.xlsx": merged_zh, "two_tables_en.xlsx": two_tables_en}
