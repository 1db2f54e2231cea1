-- Each match: how far it went and who won it.
-- Grain: a match and ruleset.
-- Columns:
--   match_key: the match, hex
--   ruleset: id of the ruleset
--   format: the log format
--   source: the name given to where it came from
--   match_name: the log's own name of the match
--   deals: current deals in the lake
--   scored: those with a result under the ruleset
--   first_deal_no: lowest deal number scored
--   last_deal_no: highest deal number scored
--   level_0: level of South and North after the last scored deal
--   level_1: level of East and West after the last scored deal
--   winner: side (0 or 1) that won the game; null while nobody has
--   chain_breaks: places where deals are missing
WITH played AS (
  SELECT match_key, any_value(format) AS format, any_value(source) AS source,
    any_value(match_name) AS match_name, count(*) AS deals
  FROM base.deals GROUP BY match_key
),
climbed AS (
  SELECT match_key, ruleset, count(*) AS scored, min(deal_no) AS first_deal_no,
    max(deal_no) AS last_deal_no, arg_max(level_after_0, deal_no) AS level_0,
    arg_max(level_after_1, deal_no) AS level_1, arg_max(winner, deal_no) AS winner,
    CAST(count_if(chain_broken) AS BIGINT) AS chain_breaks
  FROM base.ladder GROUP BY match_key, ruleset
)
SELECT
  id_text(match_key) AS match_key, ruleset, format, source, match_name, deals, scored,
  first_deal_no, last_deal_no, rank_text(level_0) AS level_0, rank_text(level_1) AS level_1,
  winner, chain_breaks
FROM played JOIN climbed USING (match_key)
