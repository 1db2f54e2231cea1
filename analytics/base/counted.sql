-- What metrics count, kept in the catalog itself so that a rate takes no joins; one row a current deal and ruleset.
SELECT ruleset, cluster, format, source, match_name, player_0, player_1, player_2, player_3,
  dealer, level, trump, takeover, captured, trumps, left_out
FROM base.outcomes LEFT JOIN base.trumps USING (deal_id)
