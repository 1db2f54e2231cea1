-- Each value that a log recorded and its own rules come to differently.
-- Grain: a recorded value of a current deal, under a ruleset that the deal was played under.
-- Columns:
--   deal_id: the deal, hex
--   ruleset: id of the ruleset
--   format: the log format
--   field: the recorded field; a next dealer is held against nothing where the rules name none, as after the end of a game
--   trick: number of the trick, from 1; null for a value of the whole deal
--   recorded: what the log says
--   rescored: what the ruleset comes to
SELECT id_text(deal_id) AS deal_id, ruleset, format, p.field, p.trick,
  value_text(p.field, p.recorded) AS recorded, value_text(p.field, p.rescored) AS rescored
FROM (
  SELECT deal_id, ruleset, format, unnest(list_concat(
    pairs('trick_winner', decided(rec_trick_winners), decided(winners)),
    pairs('trick_points', rec_trick_points, trick_points),
    [
      pair('trump', trump_index(trump), trump_index(derived_trump)),
      pair('dealer', dealer, derived_dealer),
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
  FROM base.outcomes WHERE differs
)
WHERE p.recorded <> p.rescored
