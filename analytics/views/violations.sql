-- Each play, throw, bid or exchange that was not plainly legal, with the evidence.
-- Grain: a violation in a current deal under a ruleset.
-- Columns:
--   deal_id: the deal, hex
--   ruleset: id of the ruleset
--   trick: number of the trick, from 1; null for a bid or exchange, and for what is wrong with the whole deal
--   seat: seat that played or bid; null for the whole deal
--   verdict: name of the violation (see docs/rules.md, 4, 5, 7, 9 and 10)
--   suit: suit led: S H C D or trump
--   played: the cards played or shown
--   held: cards of the suit led that the seat held before the play
--   owed: what the seat owed, e.g. pair:1
SELECT
  id_text(v.deal_id) AS deal_id, v.ruleset, v.trick + 1 AS trick, seat_name(v.seat) AS seat,
  v.code AS verdict, v.suit, cards_text(v.played) AS played, cards_text(v.held) AS held, v.owed
FROM lake.violations v
SEMI JOIN base.rulesets USING (ruleset, ruleset_hash, engine_version)
ANTI JOIN lake.superseded USING (deal_id)
