-- Records that could not be a deal, with the reason and their text.
-- Grain: a reject of an ingest run (a file read again with `--format` or grown is rejected again).
-- Columns:
--   run_id: the run that read it
--   path: the file's path as given
--   file_hash: the file, see `sources`
--   line: line in the file, from 1
--   deal_no: number of the deal; null where it could not be told
--   trick: number of the trick, from 1; null where it does not apply
--   seat: seat; null where it does not apply
--   byte_from: first byte in the file
--   byte_to: byte after the last
--   code: the reason as a code
--   sentence: the reason in words
--   raw: the text read
SELECT run_id, path, file_hash, line, deal_no, trick + 1 AS trick, seat_name(seat) AS seat,
  byte_from, byte_to, code, sentence, raw
FROM lake.rejects
