-- Each play or throw that was not plainly legal, with the evidence.
-- Grain: a violation in a current deal under a ruleset.
-- Columns:
--   deal_id: the deal, hex
--   ruleset: id of the ruleset
--   trick: number of the trick, from 1
--   seat: seat that played
--   verdict: name of the violation (see docs/rules.md, 4 and 5)
--   suit: suit led: S H C D or trump
--   played: the cards played
--   held: cards of the suit led that the seat held before the play
--   owed: what the seat owed, e.g. pair:1
SELECT
  id_text(v.deal_id) AS deal_id, v.ruleset, v.trick + 1 AS trick, seat_name(v.seat) AS seat,
  v.code AS verdict, v.suit, cards_text(v.played) AS played, cards_text(v.held) AS held, v.owed
FROM lake.violations v
SEMI JOIN base.rulesets USING (ruleset, ruleset_hash, engine_version)
ANTI JOIN lake.superseded USING (deal_id)
