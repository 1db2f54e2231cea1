-- Small functions that the views share. Words between @ signs are filled in by analytics.tables.
CREATE MACRO id_text(key) AS lower(hex(key));
-- Byte i, from 1; null outside.
CREATE MACRO byte_at(b, i) AS
  CASE WHEN i BETWEEN 1 AND octet_length(b) THEN CAST(CAST(array_slice(b, i, i) AS BIT) AS INTEGER) END;
CREATE MACRO bytes_of(b) AS
  list_transform(range(1, octet_length(b) + 1), lambda i: CAST(CAST(array_slice(b, i, i) AS BIT) AS INTEGER));
CREATE MACRO card_text(code) AS @TEXTS@[code + 1];
CREATE MACRO cards_text(b) AS array_to_string(list_transform(bytes_of(b), lambda c: card_text(c)), ' ');
-- Hands stand one after another, all of one length.
CREATE MACRO hand_of(hands, seat) AS
  array_slice(hands, seat * octet_length(hands) // 4 + 1, (seat + 1) * octet_length(hands) // 4);
-- Card offset, from 0, at which each trick starts: four plays of one length make a trick.
CREATE MACRO trick_starts(lens) AS list_transform(
  range(0, (octet_length(lens) + 3) // 4),
  lambda t: 4 * CAST(coalesce(list_sum(list_transform(range(0, t), lambda u: byte_at(lens, 4 * u + 1))), 0) AS INTEGER)
);
CREATE MACRO play_text(plays, lens, p) AS cards_text(array_slice(
  plays,
  trick_starts(lens)[p // 4 + 1] + p % 4 * byte_at(lens, p + 1) + 1,
  trick_starts(lens)[p // 4 + 1] + (p % 4 + 1) * byte_at(lens, p + 1)
));
CREATE MACRO plays_text(plays, lens) AS
  list_transform(range(0, octet_length(lens)), lambda p: play_text(plays, lens, p));
CREATE MACRO seat_name(seat) AS ['South', 'East', 'North', 'West'][seat + 1];
CREATE MACRO rank_text(rank) AS @RANKS@[rank - 1];
-- What may be trump, and `void` where the bids come to no deal, as a number from 1.
CREATE MACRO trump_index(trump) AS list_position(['S', 'H', 'C', 'D', 'NT', 'void'], trump);
CREATE MACRO verdict_name(code) AS @VERDICTS@[code + 1];
-- The number, from 1, of the bid or exchange that stands in the end: the last that is allowed; null without one.
CREATE MACRO standing(codes) AS list_max(list_filter(
  range(1, octet_length(codes) + 1),
  lambda b: byte_at(codes, b) IN (@BID@, @REINFORCE@, @OVERRIDE@, @TOGETHER@, @EXCHANGE@)
));
CREATE MACRO overridden(bid_verdicts) AS list_contains(bytes_of(bid_verdicts), @OVERRIDE@);
CREATE MACRO is_violation(code) AS code >= @FIRST_VIOLATION@;
-- Two values that are both known and not the same.
CREATE MACRO unlike(a, b) AS coalesce(a <> b, false);
-- A byte a trick as a list, null where not recorded or not decided.
CREATE MACRO decided(b) AS list_transform(bytes_of(b), lambda w: nullif(w, 255));
CREATE MACRO any_unlike(a, b) AS
  coalesce(len(list_filter(range(1, len(a) + 1), lambda i: unlike(a[i], b[i]))) > 0, false);
CREATE MACRO both_levels(level_0, level_1) AS 16 * CAST(level_0 AS INTEGER) + level_1;
-- One recorded value of a deal beside the re-scored one; and the same for each trick.
CREATE MACRO pair(field, recorded, rescored) AS {
  'field': field, 'trick': CAST(NULL AS INTEGER), 'recorded': CAST(recorded AS INTEGER),
  'rescored': CAST(rescored AS INTEGER)
};
CREATE MACRO pairs(field, recorded, rescored) AS list_transform(range(1, len(recorded) + 1), lambda t: {
  'field': field, 'trick': CAST(t AS INTEGER), 'recorded': CAST(recorded[t] AS INTEGER),
  'rescored': CAST(rescored[t] AS INTEGER)
});
-- How many recorded values of a group's deals are equal to the re-scored ones; and the same for tricks.
CREATE MACRO tally(field, recorded, rescored) AS {
  'field': field,
  'equal': count(*) FILTER (recorded = rescored),
  'different': count(*) FILTER (recorded <> rescored),
  'not_recorded': count(*) FILTER (recorded IS NULL),
  'not_scored': count(*) FILTER (recorded IS NOT NULL AND rescored IS NULL)
};
-- `same`: all are recorded and equal, told without unfolding them.
CREATE MACRO tally_tricks(field, recorded, rescored, tricks, same) AS {
  'field': field,
  'equal': CAST(sum(CASE WHEN same THEN tricks ELSE
    len(list_filter(range(1, tricks + 1), lambda t: recorded[t] = rescored[t])) END) AS BIGINT),
  'different': CAST(sum(CASE WHEN same THEN 0 ELSE
    len(list_filter(range(1, tricks + 1), lambda t: recorded[t] <> rescored[t])) END) AS BIGINT),
  'not_recorded': CAST(sum(CASE WHEN same THEN 0 ELSE
    len(list_filter(range(1, tricks + 1), lambda t: recorded[t] IS NULL)) END) AS BIGINT),
  'not_scored': CAST(sum(CASE WHEN same THEN 0 ELSE
    len(list_filter(range(1, tricks + 1), lambda t: recorded[t] IS NOT NULL AND rescored[t] IS NULL)) END) AS BIGINT)
};
-- A compared value as text; -1 stands for nobody.
CREATE MACRO value_text(field, value) AS CASE
  WHEN value = -1 THEN 'none'
  WHEN field IN ('trick_winner', 'dealer', 'next_dealer') THEN seat_name(value)
  WHEN field = 'trump' THEN ['S', 'H', 'C', 'D', 'NT', 'void'][value]
  WHEN field = 'takeover' THEN CASE value WHEN 1 THEN 'yes' ELSE 'no' END
  WHEN field = 'levels_after' THEN rank_text(value // 16) || '/' || rank_text(value % 16)
  ELSE CAST(value AS VARCHAR)
END;
