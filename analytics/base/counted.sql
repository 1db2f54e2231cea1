-- What metrics count, kept in the catalog itself so that a rate takes no joins; one row a current deal and ruleset.
-- `declarer`: the seat of the bid that stood in the end, null where no bid is recorded and allowed.
SELECT ruleset, cluster, format, source, match_name, player_0, player_1, player_2, player_3,
  dealer, level, trump, takeover, captured, levels_gained, wins_game, must_play_stopped, trumps, left_out,
  coalesce(first_deal, deal_no = 1) AS first_deal, declarations[standing(bid_verdicts)].seat AS declarer,
  overridden(bid_verdicts) AS overridden
FROM base.outcomes LEFT JOIN base.trumps USING (deal_id)
