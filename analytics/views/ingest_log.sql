-- What each ingest run did with each file; read = accepted + duplicate + changed + rejected.
-- Grain: a file of an ingest run.
-- Columns:
--   run_id: the run
--   path: the file's path as given
--   file_hash: the file, see `sources`
--   format: the log format
--   source: the name given to where it came from
--   read: records read
--   accepted: new deals
--   duplicate: deals that were there already
--   changed: deals that came as a new version
--   rejected: records that are no deal
--   finished_at: when, UTC
SELECT run_id, path, file_hash, format, source, "read", accepted, "duplicate", changed, rejected, finished_at
FROM lake.ingest_log
