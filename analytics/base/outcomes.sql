-- Each current deal with its result under a ruleset: what metrics count, and why a deal is left out of them.
-- `own_rules`: the log states (by its format or by x_ruleset) that it was played under this ruleset,
-- so what it recorded can be held against what we come to. A summary's results are what it recorded.
-- `next_dealer`: null where the rules name none (a game that is over, a void deal, boards that name dealers): a recorded
-- one is then held against nothing.
-- `ruled`: a foul decides the deal, or by it a side forfeits the match.
WITH joined AS (
  SELECT
    d.* EXCLUDE (run_id, match_key), s.* EXCLUDE (deal_id),
    coalesce(c.cluster, d.match_key) AS cluster,
    s.status <> 'summary' AND (
      list_contains(r.profile_of, d.format)
      OR coalesce(json_extract_string(d.extra, '$.x_ruleset') = s.ruleset, false)
    ) AS own_rules,
    both_levels(d.rec_level_after_0, d.rec_level_after_1) AS rec_levels_after,
    both_levels(l.level_after_0, l.level_after_1) AS levels_after,
    l.next_dealer,
    CASE WHEN l.deal_id IS NOT NULL THEN coalesce(l.winner, -1) END AS winner,
    l.must_play_stopped, coalesce(l.forfeited, false) AS forfeited
  FROM base.scores s
  JOIN base.deals d ON d.deal_id = s.deal_id
  JOIN base.rulesets r ON r.ruleset = s.ruleset
  LEFT JOIN base.ladder l ON l.deal_id = s.deal_id AND l.ruleset = s.ruleset
  LEFT JOIN base.clusters c ON c.match_key = d.match_key
),
held AS (
  SELECT *, own_rules AND (
    CASE WHEN rec_trick_winners = winners THEN false
      ELSE any_unlike(decided(rec_trick_winners), decided(winners)) END
    OR CASE WHEN rec_trick_points = trick_points THEN false
      ELSE any_unlike(rec_trick_points, trick_points) END
    OR unlike(trump, derived_trump) OR unlike(dealer, derived_dealer)
    OR unlike(rec_defender_points, defender_points) OR unlike(rec_kitty_points, kitty_points)
    OR unlike(rec_multiplier, multiplier) OR unlike(rec_total, total)
    OR unlike(rec_takeover, takeover) OR unlike(rec_levels_gained, levels_gained)
    OR unlike(rec_levels_after, levels_after) OR unlike(rec_next_dealer, next_dealer)
    OR unlike(rec_winner, winner)
  ) AS differs
  FROM joined
)
SELECT *, CASE
  WHEN ruled OR forfeited THEN 'ruled'
  WHEN status = 'summary' AND takeover IS NOT NULL THEN NULL
  WHEN status <> 'scored' THEN status
  WHEN violations > 0 THEN 'violations'
  WHEN differs THEN 'differs'
END AS left_out
FROM held
