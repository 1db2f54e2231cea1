-- How what a log recorded compares with what its own rules come to.
-- Grain: a ruleset, format and recorded field, where the deals were played under that ruleset.
-- Columns:
--   ruleset: id of the ruleset
--   format: the log format
--   field: the recorded field; trump and dealer are held against what the recorded bids and exchanges make them, and count as recorded where these are, the dealer where they settle it
--   compared: values recorded and re-scored (one a trick for trick_winner and trick_points, else one a deal)
--   equal: those that are equal
--   different: those that differ, see `differences`
--   not_recorded: values that the log does not hold
--   not_scored: values recorded that have no re-scored value, such as the total of an unfinished deal, or the next dealer after the end of a game
SELECT ruleset, format, t.field, t.equal + t.different AS compared, t.equal, t.different,
  t.not_recorded, t.not_scored
FROM (
  SELECT ruleset, format, unnest([
    tally_tricks(
      'trick_winner', decided(rec_trick_winners), decided(winners), octet_length(leaders),
      coalesce(rec_trick_winners = winners AND NOT contains(hex(winners), 'FF'), false)
    ),
    tally_tricks(
      'trick_points', rec_trick_points, trick_points, octet_length(leaders),
      coalesce(rec_trick_points = trick_points AND list_count(trick_points) = octet_length(leaders), false)
    ),
    tally('trump', CASE WHEN bid_verdicts IS NOT NULL OR derived_trump IS NOT NULL THEN trump END, derived_trump),
    tally('dealer', CASE WHEN derived_dealer IS NOT NULL THEN dealer END, derived_dealer),
    tally('defender_points', rec_defender_points, defender_points),
    tally('kitty_points', rec_kitty_points, kitty_points),
    tally('multiplier', rec_multiplier, multiplier),
    tally('total', rec_total, total),
    tally('takeover', rec_takeover, takeover),
    tally('levels_gained', rec_levels_gained, levels_gained),
    tally('levels_after', rec_levels_after, levels_after),
    tally('next_dealer', rec_next_dealer, next_dealer),
    tally('winner', rec_winner, winner)
  ]) AS t
  FROM base.outcomes WHERE own_rules GROUP BY ruleset, format
)
