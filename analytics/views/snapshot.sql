-- The state of the lake that all views show.
-- Grain: one row.
-- Columns:
--   lake: path of the lake
--   run_id: last finished run; null in a lake that holds nothing yet
--   finished_at: when that run finished, UTC
--   tables: Delta version of each table, JSON
--   digest: a short name of this state
--   views: hash of the definitions of the views
SELECT lake, run_id, finished_at, tables, digest, views FROM base.built
