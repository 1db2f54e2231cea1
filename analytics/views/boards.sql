-- Boards that were played more than once, side by side: the same cards, wherever they were played.
-- Grain: a current deal on such a board, once for each ruleset it was replayed under (ruleset null if none).
-- Columns:
--   board: the board, hex: equal for deals with the same cards, and where these are not all known, for deals of one event (or source) that name it alike (see docs/rules.md, 11)
--   deals: how often it was played
--   deal_id: the deal, hex
--   ruleset: id of the ruleset; null for a deal not yet replayed
--   match_key: the match, hex
--   match_name: the log's own name of the match
--   deal_no: number of the deal in its match
--   event: the event it was played in
--   round: the round
--   table: the table
--   name: the log's own name of the board
--   dealer: seat of the dealer
--   level: level of the deal
--   trump: S H C D or NT
--   total: points of the defenders in all; null without a result
--   takeover: the defenders take over
--   gain_side: side (0 or 1) that gains levels or takes over
--   levels_gained: levels gained
--   others: mean of `total` over the other deals of the board with a result under this ruleset
--   apart: `total` less that mean
WITH often AS (
  SELECT board, count(*) AS deals FROM base.boards GROUP BY board HAVING count(*) > 1
),
played AS (
  SELECT b.board, f.deals, d.deal_id, o.ruleset, d.match_key, d.match_name, d.deal_no, d.event, d.round, d."table",
    d.board AS name, d.dealer, d.level, d.trump, o.total, o.takeover, o.gain_side, o.levels_gained
  FROM often f JOIN base.boards b USING (board) JOIN base.deals d ON d.deal_id = b.deal_id
  LEFT JOIN base.outcomes o ON o.deal_id = d.deal_id
),
beside AS (
  SELECT *, (sum(total) OVER w - total) / nullif(count(total) OVER w - 1, 0) AS others
  FROM played WINDOW w AS (PARTITION BY board, ruleset)
)
SELECT
  id_text(board) AS board, deals, id_text(deal_id) AS deal_id, ruleset, id_text(match_key) AS match_key, match_name,
  deal_no, event, round, "table", name, seat_name(dealer) AS dealer, rank_text(level) AS level, trump,
  total, takeover, gain_side, levels_gained, others, total - others AS apart
FROM beside
