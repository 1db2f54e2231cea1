-- The names behind the player ids; the only table that holds them.
-- Grain: a player.
-- Columns:
--   player: the id that `deals` uses
--   source: the name given to where it came from
--   name: the player's name in the log
SELECT player, source, name FROM lake.players
