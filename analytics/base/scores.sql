-- Results that stand, as stored: of the current hash and engine of each ruleset.
SELECT * FROM lake.scores SEMI JOIN base.rulesets USING (ruleset, ruleset_hash, engine_version)
