-- Each trick: who led what, who won it and how.
-- Grain: a trick of a current deal and ruleset.
-- Columns:
--   deal_id: the deal, hex
--   ruleset: id of the ruleset
--   trick: number of the trick, from 1
--   leader: seat that led
--   shape: shape of the lead: mixed, single, pair, triple, quad, tractor (of pairs), triple_tractor, quad_tractor, throw; null in a deal that cannot be scored
--   cards: cards a seat plays in this trick
--   winner: seat that won; null where it was not decided
--   won_by: how: lead, follow, ruff, over_ruff; null where it was not decided
--   points: points in the trick; null in a deal that cannot be scored
--   rec_winner: winner that the log recorded; null where not recorded
SELECT
  id_text(deal_id) AS deal_id, ruleset, t AS trick,
  seat_name(byte_at(leaders, t)) AS leader,
  ['mixed', 'single', 'pair', 'tractor', 'throw', 'triple', 'quad', 'triple_tractor', 'quad_tractor'][byte_at(shapes, t) + 1]
    AS shape,
  byte_at(play_lens, 4 * t - 3) AS cards,
  seat_name(byte_at(winners, t)) AS winner,
  ['lead', 'follow', 'ruff', 'over_ruff'][byte_at(won_by, t) + 1] AS won_by,
  trick_points[t] AS points,
  seat_name(byte_at(rec_trick_winners, t)) AS rec_winner
FROM (
  SELECT *, unnest(range(1, octet_length(winners) + 1))::INTEGER AS t
  FROM base.scores JOIN base.deals USING (deal_id)
)
