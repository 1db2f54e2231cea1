-- Each value that a log recorded and its own rules come to differently.
-- Grain: a recorded value of a current deal, under a ruleset that the deal was played under.
-- Columns:
--   deal_id: the deal, hex
--   ruleset: id of the ruleset
--   format: the log format
--   field: the recorded field
--   trick: number of the trick, from 1; null for a value of the whole deal
--   recorded: what the log says
--   rescored: what the ruleset comes to
SELECT id_text(deal_id) AS deal_id, ruleset, format, field, trick,
  value_text(field, recorded) AS recorded, value_text(field, rescored) AS rescored
FROM base.compared WHERE differs AND recorded <> rescored
