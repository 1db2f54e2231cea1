-- The match ladder that stands, as stored.
SELECT * FROM lake.ladder
SEMI JOIN base.rulesets USING (ruleset, ruleset_hash, engine_version)
ANTI JOIN lake.superseded USING (deal_id)
