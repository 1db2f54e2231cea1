-- The board of each current deal that is on one: the key of its cards; where they are not all known, that of the cards
-- of the deals of its event (of its source without one) that name the same board, or of that name if none are known
-- (docs/rules.md 11).
WITH named AS (
  SELECT coalesce('event ' || event, 'source ' || source) AS place, board AS name, decks,
    count(DISTINCT cards_key) AS known, any_value(cards_key) AS cards
  FROM base.deals WHERE board IS NOT NULL GROUP BY ALL
)
SELECT deal_id, match_key, cards_key AS board FROM base.deals WHERE cards_key IS NOT NULL
UNION ALL
SELECT d.deal_id, d.match_key, coalesce(n.cards, unhex(md5(concat_ws(chr(31), n.place, n.name, n.decks)))) AS board
FROM base.deals d
JOIN named n ON n.place = coalesce('event ' || d.event, 'source ' || d.source) AND n.name = d.board AND n.decks = d.decks
WHERE d.cards_key IS NULL AND n.known < 2
