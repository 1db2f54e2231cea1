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
--   games_0: games that South and North have won
--   games_1: games that East and West have won
--   time_up: the last deal begins at least the ruleset's time limit of a match after the first; null where there is none or they have no time
--   winner: side (0 or 1) that won the match, by its games, by a forfeit, or because it leads when time is up; null while nobody has
--   leader: side that leads if time is up now; null where the match is won or nobody leads
--   points_0: match points of South and North; null while nobody has won, or the ruleset gives none
--   points_1: match points of East and West
--   forfeited: a foul lost its side the match
--   must_play_stops: deals in which a must-play level stopped the gain
--   chain_breaks: places where deals are missing
WITH played AS (
  SELECT match_key, any_value(format) AS format, any_value(source) AS source,
    any_value(match_name) AS match_name, count(*) AS deals,
    last(played_at ORDER BY deal_no) - first(played_at ORDER BY deal_no) AS lasted
  FROM base.deals GROUP BY match_key
),
climbed AS (
  SELECT match_key, ruleset, count(*) AS scored, min(deal_no) AS first_deal_no,
    max(deal_no) AS last_deal_no, arg_max(level_after_0, deal_no) AS level_0,
    arg_max(level_after_1, deal_no) AS level_1, arg_max(games_0, deal_no) AS games_0,
    arg_max(games_1, deal_no) AS games_1, last(match_winner ORDER BY deal_no) AS match_winner,
    last(leader ORDER BY deal_no) AS leader, bool_or(forfeited) AS forfeited,
    CAST(count_if(must_play_stopped) AS BIGINT) AS must_play_stops,
    CAST(count_if(chain_broken) AS BIGINT) AS chain_breaks
  FROM base.ladder GROUP BY match_key, ruleset
),
stated AS (
  SELECT ruleset, CAST(resolved ->> '$.match.timeout' AS VARCHAR) AS timeout,
    CASE CAST(resolved ->> '$.match.time_limit_of' AS VARCHAR)
      WHEN 'match' THEN nullif(CAST(resolved ->> '$.match.time_limit_min' AS INTEGER), 0)
    END AS time_limit,
    CAST(resolved ->> '$.match.win_points' AS INTEGER) AS win_points,
    CAST(resolved ->> '$.match.loss_points' AS INTEGER) AS loss_points
  FROM base.rulesets
),
timed AS (
  SELECT *, lasted >= to_minutes(time_limit) AS time_up
  FROM played JOIN climbed USING (match_key) JOIN stated USING (ruleset)
),
ended AS (
  SELECT *, coalesce(match_winner, CASE WHEN time_up AND timeout = 'wins' THEN leader END) AS winner
  FROM timed
)
SELECT
  id_text(match_key) AS match_key, ruleset, format, source, match_name, deals, scored,
  first_deal_no, last_deal_no, rank_text(level_0) AS level_0, rank_text(level_1) AS level_1,
  games_0, games_1, time_up, winner, CASE WHEN winner IS NULL THEN leader END AS leader,
  CASE WHEN win_points > 0 THEN CASE winner WHEN 0 THEN win_points WHEN 1 THEN loss_points END END AS points_0,
  CASE WHEN win_points > 0 THEN CASE winner WHEN 1 THEN win_points WHEN 0 THEN loss_points END END AS points_1,
  forfeited, must_play_stops, chain_breaks
FROM ended
