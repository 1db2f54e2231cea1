-- Of each ruleset what the newest engine, and of that the last replay, scored with.
SELECT r.*
FROM lake.rulesets r LEFT JOIN lake.runs u USING (run_id)
QUALIFY row_number() OVER (
  PARTITION BY r.ruleset ORDER BY r.engine_version DESC, u.finished_at DESC NULLS LAST, r.ruleset_hash
) = 1
