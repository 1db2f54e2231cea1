-- How what a log recorded compares with what its own rules come to.
-- Grain: a ruleset, format and recorded field, where the deals were played under that ruleset.
-- Columns:
--   ruleset: id of the ruleset
--   format: the log format
--   field: the recorded field
--   compared: values recorded and re-scored (one a trick for trick_winner and trick_points, else one a deal)
--   equal: those that are equal
--   different: those that differ, see `differences`
--   not_recorded: values that the log does not hold
--   not_scored: values recorded that have no re-scored value, such as the total of an unfinished deal
SELECT
  ruleset, format, field,
  CAST(coalesce(sum(times) FILTER (recorded IS NOT NULL AND rescored IS NOT NULL), 0) AS BIGINT) AS compared,
  CAST(coalesce(sum(times) FILTER (recorded = rescored), 0) AS BIGINT) AS equal,
  CAST(coalesce(sum(times) FILTER (recorded <> rescored), 0) AS BIGINT) AS different,
  CAST(coalesce(sum(times) FILTER (recorded IS NULL), 0) AS BIGINT) AS not_recorded,
  CAST(coalesce(sum(times) FILTER (recorded IS NOT NULL AND rescored IS NULL), 0) AS BIGINT) AS not_scored
FROM base.compared GROUP BY ruleset, format, field
