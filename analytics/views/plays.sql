-- Each play with its cards and the verdict on it.
-- Grain: a play of a current deal, once for each ruleset it was replayed under (ruleset null if none).
-- Columns:
--   deal_id: the deal, hex
--   ruleset: id of the ruleset; null for a deal not yet replayed
--   trick: number of the trick, from 1
--   turn: 1 for the lead to 4 for the last play of the trick
--   seat: seat that played
--   cards: the cards, highest first
--   count: number of cards
--   verdict: what the play was and whether it was allowed (see docs/rules.md, 4 and 5)
--   violation: whether the verdict says that it was not allowed
WITH started AS (
  SELECT
    d.deal_id, s.ruleset, s.verdicts, d.plays, d.play_lens, d.leaders,
    trick_starts(d.play_lens) AS starts,
    unnest(range(0, octet_length(d.play_lens)))::INTEGER AS p
  FROM base.deals d LEFT JOIN base.scores s ON s.deal_id = d.deal_id
),
placed AS (
  SELECT *, p // 4 + 1 AS trick, p % 4 + 1 AS turn, byte_at(play_lens, p + 1) AS size,
    byte_at(verdicts, p + 1) AS code
  FROM started
)
SELECT
  id_text(deal_id) AS deal_id, ruleset, trick, turn,
  seat_name((byte_at(leaders, trick) + turn - 1) % 4) AS seat,
  cards_text(array_slice(plays, starts[trick] + (turn - 1) * size + 1, starts[trick] + turn * size)) AS cards,
  size AS "count", verdict_name(code) AS verdict, is_violation(code) AS violation
FROM placed
