-- How the levels of a match move, deal by deal.
-- Grain: a current deal with a result, and ruleset.
-- Columns:
--   deal_id: the deal, hex
--   ruleset: id of the ruleset
--   match_key: the match, hex
--   deal_no: number of the deal in its match, from 1
--   dealer: seat of the dealer
--   level_before_0: level of South and North before the deal
--   level_before_1: level of East and West before the deal
--   level_after_0: level of South and North after the deal
--   level_after_1: level of East and West after the deal
--   next_dealer: seat of the next dealer; null when the game is over
--   over: the game ended with this deal
--   winner: side (0 or 1) that won the game
--   chain_broken: a deal is missing before this one
--   must_play_stopped: a must-play level stopped the gain
SELECT
  id_text(deal_id) AS deal_id, ruleset, id_text(match_key) AS match_key, deal_no,
  seat_name(dealer) AS dealer,
  rank_text(level_before_0) AS level_before_0, rank_text(level_before_1) AS level_before_1,
  rank_text(level_after_0) AS level_after_0, rank_text(level_after_1) AS level_after_1,
  seat_name(next_dealer) AS next_dealer, "over", winner, chain_broken, must_play_stopped
FROM base.ladder
