-- Each recorded bid, and each exchange of the kitty after it was buried, with the verdict on it and what it made.
-- Grain: a bid or an exchange of a current deal, once for each ruleset it was replayed under (ruleset null if none).
-- Columns:
--   deal_id: the deal, hex
--   ruleset: id of the ruleset; null for a deal not yet replayed
--   kind: bid or exchange
--   bid: its number among the bids of the deal, or among its exchanges, from 1
--   seat: who bid
--   cards: the cards shown; empty for a pass
--   moment: of a bid: when it was shown: deal (while cards are dealt), dealt, kitty (the dealer has taken it); null if not recorded
--   together: shown at the same moment as the one before
--   took: of an exchange: the cards that lay there and were taken
--   tier: its step on the ruleset's ladder, from 1, the lowest; of a bid that adds to another, the step they come to; null if it is no bid of the ladder
--   verdict: what the bid was and whether it was allowed (see docs/rules.md, 9 and 10)
--   violation: whether the verdict says that it was not allowed
--   stood: whether it is the one that stood in the end, and made trump
WITH judged AS (
  SELECT d.deal_id, d.declarations, d.exchanges, s.ruleset,
    s.bid_verdicts, s.bid_tiers, s.exchange_verdicts, s.exchange_tiers,
    standing(s.bid_verdicts) AS last_bid, standing(s.exchange_verdicts) AS last_exchange
  FROM base.deals d LEFT JOIN base.scores s ON s.deal_id = d.deal_id
),
shown AS (
  SELECT deal_id, ruleset, 'bid' AS kind, generate_subscripts(declarations, 1)::INTEGER AS bid,
    unnest(declarations).seat AS seat, unnest(declarations).cards AS cards,
    unnest(declarations)."when" AS moment, unnest(declarations).together AS together, NULL::BLOB AS took,
    bid_verdicts AS verdicts, bid_tiers AS tiers,
    CASE WHEN last_exchange IS NULL THEN coalesce(last_bid, 0) ELSE 0 END AS last
  FROM judged
  UNION ALL
  SELECT deal_id, ruleset, 'exchange', generate_subscripts(exchanges, 1)::INTEGER,
    unnest(exchanges).seat, unnest(exchanges).cards, NULL, NULL, unnest(exchanges).took,
    exchange_verdicts, exchange_tiers, coalesce(last_exchange, 0)
  FROM judged
)
SELECT
  id_text(deal_id) AS deal_id, ruleset, kind, bid, seat_name(seat) AS seat, cards_text(cards) AS cards,
  moment, coalesce(together, false) AS together, cards_text(took) AS took,
  nullif(byte_at(tiers, bid), 0) AS tier, verdict_name(byte_at(verdicts, bid)) AS verdict,
  is_violation(byte_at(verdicts, bid)) AS violation, CASE WHEN verdicts IS NOT NULL THEN bid = last END AS stood
FROM shown
