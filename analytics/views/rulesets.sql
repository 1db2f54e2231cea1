-- The rulesets that this lake was replayed under, as they were at the last replay.
-- Grain: a ruleset.
-- Columns:
--   ruleset: id of the ruleset
--   ruleset_hash: what the ruleset says, as a hash
--   engine_version: version of the engine
--   title_zh: its name in Chinese
--   title_en: its name in English
--   profile_of: formats whose own rules it states
--   resolved: every value, JSON
--   run_id: the run that scored with it
SELECT ruleset, ruleset_hash, engine_version, title_zh, title_en, profile_of, resolved, run_id
FROM base.rulesets
