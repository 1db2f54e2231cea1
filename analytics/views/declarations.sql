-- Each recorded bid with the verdict on it and what it made.
-- Grain: a bid of a current deal, once for each ruleset it was replayed under (ruleset null if none).
-- Columns:
--   deal_id: the deal, hex
--   ruleset: id of the ruleset; null for a deal not yet replayed
--   bid: its number in the deal, from 1
--   seat: who bid
--   cards: the cards shown; empty for a pass
--   moment: when it was shown: deal (while cards are dealt), dealt, kitty (the dealer has taken it); null if not recorded
--   together: shown at the same moment as the one before
--   tier: its step on the ruleset's ladder, from 1, the lowest; of a bid that adds to another, the step they come to; null if it is no bid of the ladder
--   verdict: what the bid was and whether it was allowed (see docs/rules.md, 9)
--   violation: whether the verdict says that it was not allowed
--   stood: whether it is the bid that stood in the end, and made trump
WITH shown AS (
  SELECT d.deal_id, s.ruleset, s.bid_verdicts, s.bid_tiers, unnest(d.declarations) AS shown,
    generate_subscripts(d.declarations, 1)::INTEGER AS bid, standing(s.bid_verdicts) AS last
  FROM base.deals d LEFT JOIN base.scores s ON s.deal_id = d.deal_id
)
SELECT
  id_text(deal_id) AS deal_id, ruleset, bid, seat_name(shown.seat) AS seat, cards_text(shown.cards) AS cards,
  shown."when" AS moment, coalesce(shown.together, false) AS together,
  nullif(byte_at(bid_tiers, bid), 0) AS tier, verdict_name(byte_at(bid_verdicts, bid)) AS verdict,
  is_violation(byte_at(bid_verdicts, bid)) AS violation,
  CASE WHEN bid_verdicts IS NOT NULL THEN coalesce(bid = last, false) END AS stood
FROM shown
