-- How the levels of a match move, deal by deal.
-- Grain: a current deal with a result or a forfeit, and ruleset.
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
--   next_dealer: seat of the next dealer; null when the game is over, after a void deal, and where boards name dealers
--   over: the game ended with this deal
--   winner: side (0 or 1) that won the game
--   chain_broken: a deal is missing before this one
--   must_play_stopped: a must-play level stopped the gain
--   game: number of the game in its match, from 1
--   games_0: games that South and North have won after the deal
--   games_1: games that East and West have won after the deal
--   match_winner: side (0 or 1) that has won the match by its games or a forfeit
--   leader: side that leads if time is up after this deal; null where nobody does, or the match is won
--   forfeited: a foul of this deal lost its side the game and the match
--   by_time: the game is won by the side that leads, for its time is up
SELECT
  id_text(deal_id) AS deal_id, ruleset, id_text(match_key) AS match_key, deal_no,
  seat_name(dealer) AS dealer,
  rank_text(level_before_0) AS level_before_0, rank_text(level_before_1) AS level_before_1,
  rank_text(level_after_0) AS level_after_0, rank_text(level_after_1) AS level_after_1,
  seat_name(next_dealer) AS next_dealer, "over", winner, chain_broken, must_play_stopped,
  game, games_0, games_1, match_winner, leader, forfeited, by_time
FROM base.ladder
