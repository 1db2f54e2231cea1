-- Recorded values beside re-scored ones, where the log was played under the ruleset's own rules.
SELECT deal_id, ruleset, format, differs, p.field, p.trick, p.recorded, p.rescored, p.times
FROM (
  SELECT deal_id, ruleset, format, differs, unnest(list_concat(
    pairs('trick_winner', decided(rec_trick_winners), decided(winners), octet_length(leaders)),
    pairs('trick_points', rec_trick_points, trick_points, octet_length(leaders)),
    [
      pair('defender_points', rec_defender_points, defender_points),
      pair('kitty_points', rec_kitty_points, kitty_points),
      pair('multiplier', rec_multiplier, multiplier),
      pair('total', rec_total, total),
      pair('takeover', rec_takeover, takeover),
      pair('levels_gained', rec_levels_gained, levels_gained),
      pair('levels_after', rec_levels_after, levels_after),
      pair('next_dealer', rec_next_dealer, next_dealer),
      pair('winner', rec_winner, winner)
    ]
  )) AS p
  FROM base.outcomes WHERE own_rules
)
