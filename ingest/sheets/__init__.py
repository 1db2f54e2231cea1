"""Score sheets of clubs, CSV or XLSX: a row a deal, read cell by cell into values (docs/formats/sheet.md)."""
