-- Every version of every deal that was ever accepted.
-- Grain: a version of a deal.
-- Columns:
--   deal_id: this version, hex
--   superseded_by: the version that took its place, hex; null for a current deal
--   deal_key: the deal, the same for all its versions, hex
--   match_key: the match, hex
--   cards_key: the board: equal for deals dealt with the same cards, hex; null if not known
--   run_id: the run that read it
--   format: the log format
--   source: the name given to where it came from
--   file_hash: the file, see `sources`
--   line: line in the file, from 1
--   place: which deal of the line, from 0
--   match_name: the log's own name of the match
--   deal_no: number of the deal in its match, from 1
--   event: the event it was played in
--   round: the round
--   table: the table
--   board: the log's own name of the board
--   played_at: when it was played, UTC
--   played_on: the local date
--   player_south: player's id, see `players`
--   player_east: player's id
--   player_north: player's id
--   player_west: player's id
--   kind_south: human, bot or unknown
--   kind_east: human, bot or unknown
--   kind_north: human, bot or unknown
--   kind_west: human, bot or unknown
--   synthetic: made by a program for tests or samples
--   tier: how complete the record is: full, derived, plays, partial, summary
--   not_checked: checks that could not find anything because hands were derived
--   decks: number of decks
--   level: level of the deal, 2 to A
--   level_rank: the same as a number, 2 to 14
--   trump: S H C D or NT; null if not known
--   dealer: seat of the dealer
--   first_deal: whether it is the first deal of its match
--   level_before_0: level of South and North before the deal
--   level_before_1: level of East and West before the deal
--   hand_south: cards as dealt
--   hand_east: cards as dealt
--   hand_north: cards as dealt
--   hand_west: cards as dealt
--   kitty: the kitty as dealt
--   buried: the cards buried
--   plays: the cards of each play, in play order
--   tricks: number of tricks in the record
--   penalties: penalties in the log
--   rec_trick_winners: recorded winner of each trick, a seat; null where not recorded
--   rec_trick_points: recorded points of each trick
--   rec_defender_points: recorded points of the defenders in tricks
--   rec_kitty_points: recorded points of the buried cards
--   rec_multiplier: recorded multiplier
--   rec_total: recorded points of the defenders in all
--   rec_takeover: recorded: the defenders took over
--   rec_levels_gained: recorded levels gained
--   rec_level_after_0: recorded level of South and North after the deal
--   rec_level_after_1: recorded level of East and West after the deal
--   rec_next_dealer: recorded seat of the next dealer
--   rec_winner: recorded side (0 or 1) that won the game with this deal
--   extra: keys of the record that the program does not know, JSON
SELECT
  id_text(d.deal_id) AS deal_id,
  id_text(s.superseded_by) AS superseded_by,
  id_text(d.deal_key) AS deal_key,
  id_text(d.match_key) AS match_key,
  id_text(d.cards_key) AS cards_key,
  d.run_id, d.format, d.source, d.file_hash, d.line, d.place, d.match_name, d.deal_no,
  d.event, d.round, d."table", d.board, d.played_at, d.played_on,
  d.player_0 AS player_south, d.player_1 AS player_east,
  d.player_2 AS player_north, d.player_3 AS player_west,
  d.kind_0 AS kind_south, d.kind_1 AS kind_east, d.kind_2 AS kind_north, d.kind_3 AS kind_west,
  d.synthetic, d.tier, d.not_checked, d.decks,
  rank_text(d.level) AS level, d.level AS level_rank, d.trump,
  seat_name(d.dealer) AS dealer, d.first_deal,
  rank_text(d.level_0) AS level_before_0, rank_text(d.level_1) AS level_before_1,
  cards_text(hand_of(d.hands, 0)) AS hand_south, cards_text(hand_of(d.hands, 1)) AS hand_east,
  cards_text(hand_of(d.hands, 2)) AS hand_north, cards_text(hand_of(d.hands, 3)) AS hand_west,
  cards_text(d.kitty) AS kitty, cards_text(d.buried) AS buried,
  plays_text(d.plays, d.play_lens) AS plays, octet_length(d.leaders) AS tricks,
  list_transform(d.penalties, lambda p: {
    side: p.side, seat: seat_name(p.seat), kind: p.kind, points: p.points, count: p.count, trick: p.trick + 1
  }) AS penalties,
  list_transform(bytes_of(d.rec_trick_winners), lambda w: seat_name(w)) AS rec_trick_winners,
  d.rec_trick_points, d.rec_defender_points, d.rec_kitty_points, d.rec_multiplier, d.rec_total,
  d.rec_takeover, d.rec_levels_gained,
  rank_text(d.rec_level_after_0) AS rec_level_after_0,
  rank_text(d.rec_level_after_1) AS rec_level_after_1,
  seat_name(d.rec_next_dealer) AS rec_next_dealer, d.rec_winner, d.extra
FROM lake.deals d LEFT JOIN lake.superseded s USING (deal_id)
