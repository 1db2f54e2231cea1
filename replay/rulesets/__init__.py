"""The rulesets: one TOML file each, ``_base.toml`` what holds where a text is silent."""
