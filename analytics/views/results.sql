-- What each current deal comes to under each ruleset it was replayed under.
-- Grain: a current deal and ruleset, by the newest engine that scored it.
-- Columns:
--   deal_id: the deal, hex
--   ruleset: id of the ruleset
--   ruleset_hash: what the ruleset says, as a hash
--   engine_version: version of the engine
--   run_id: the run that scored it
--   match_key: the match, hex
--   status: scored, or why there is no result: partial, unknown_cards, unknown_trump, wrong_decks, too_ambiguous; summary: recorded without plays, with the results that were recorded
--   defender_points: points of the defenders in tricks
--   kitty_points: points of the buried cards, before any multiplier
--   last_winner: seat that won the last trick
--   captured: bottom capture: a defender won the last trick in a way that the ruleset lets capture
--   multiplier: of the last trick's lead, captured or not
--   capture_points: kitty points times the multiplier if captured, else 0
--   penalty_points: net change of the defenders' points by penalties
--   total: points of the defenders in all
--   takeover: the defenders take over
--   gain_side: side (0 or 1) that gains levels or takes over; null of a void deal
--   levels_gained: levels gained
--   derived_trump: what the recorded bids and exchanges make trump: S H C D NT, or void: dealt anew; null where none are recorded or it does not follow
--   derived_dealer: seat that deals by its bid; null where the bids do not settle it
--   ruled: a foul decides the deal: takeover, side and levels are what that comes to
--   violations: rows of this deal in `violations`
--   left_out: why headline numbers leave this deal out; null when they count it
SELECT
  id_text(deal_id) AS deal_id, ruleset, ruleset_hash, engine_version, run_id,
  id_text(match_key) AS match_key, status, defender_points, kitty_points,
  seat_name(last_winner) AS last_winner, captured, multiplier, capture_points, penalty_points,
  total, takeover, gain_side, levels_gained, derived_trump, seat_name(derived_dealer) AS derived_dealer,
  ruled, violations, left_out
FROM base.outcomes
