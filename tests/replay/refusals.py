"""Rulesets that are refused: what is written, and every sentence of the refusal."""

from __future__ import annotations

from typing import Any

from tests.replay import house

FOUL_KINDS = (
    "it may be points or points_per_card or points_per_card_no_keep_or_capture or own_level_down or opp_level_up or "
    "loses_deal or void_deal or forfeit"
)
FRAGMENT = house.HEADER.replace('"complete"', '"fragment"')
BANDS = {
    "gap": [{"max": 0, "side": "dealer", "levels": 1}, {"min": 10, "side": "defenders", "levels": 0}],
    "overlap": [{"max": 75, "side": "dealer", "levels": 1}, {"min": 75, "side": "defenders", "levels": 0}],
    "no min": [{"max": 75, "side": "dealer", "levels": 1}, {"side": "defenders", "levels": 0}],
    "no max": [{"side": "dealer", "levels": 1}, {"min": 80, "side": "defenders", "levels": 0}],
    "bounded": [
        {"min": 0, "max": 75, "side": "dealer", "levels": 1},
        {"min": 80, "max": 200, "side": "defenders", "levels": 0},
    ],
    "upside down": [
        {"max": 75, "side": "dealer", "levels": 1},
        {"min": 80, "max": 40, "side": "defenders", "levels": 0},
        {"min": 45, "side": "defenders", "levels": 1},
    ],
    "words": [
        {"max": 75, "side": "left", "levels": -1, "colour": 1},
        {"min": 80, "side": "defenders", "levels": 0, "ref": 80},
    ],
    "too many": [{"side": "dealer", "levels": 1}] * 13,
    "real": [{"max": 7.5, "side": "dealer", "levels": 1}, {"min": 10, "side": "defenders", "levels": 0}],
    "game": [
        {"max": 75, "side": "dealer", "levels": 1},
        {"min": 80, "side": "defenders", "levels": 0, "win_game": "maybe"},
    ],
    "refs beyond": [
        {"max": 75, "side": "dealer", "levels": 1, "ref": 0, "step": 40},
        {"min": 80, "side": "defenders", "levels": 0, "ref": 300, "step": 40},
    ],
    "ref between": [{"side": "defenders", "levels": 0, "ref": 80, "step": 40}],
    "turned round": [{"max": 75, "side": "defenders", "levels": 1}, {"min": 80, "side": "dealer", "levels": 0}],
    "great gains": [
        {"max": 75, "side": "dealer", "levels": 128},
        {"min": 80, "side": "defenders", "levels": 8, "ref": 80, "step": 1},
    ],
}

VALUES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "unknown key": (
        {"combos.bridge_levelgap": True},
        ["combos.bridge_levelgap: is no key of a ruleset; did you mean combos.bridge_level_gap?"],
    ),
    "unknown key, nothing like it": ({"zzz": 1}, ["zzz: is no key of a ruleset"]),
    "a value where a table belongs": (
        {"follow.ladders": 3},
        ["follow.ladders: is no key of a ruleset; did you mean follow.ladders.quad?"],
    ),
    "not a number": ({"points.five": "5"}, ["points.five: must be a whole number from 0 to 1000, not '5'"]),
    "negative": ({"points.ten": -10}, ["points.ten: must be a whole number from 0 to 1000, not -10"]),
    "a truth as a number": ({"points.five": True}, ["points.five: must be a whole number from 0 to 1000, not True"]),
    "a number as a truth": ({"combos.bridge_level_gap": 1}, ["combos.bridge_level_gap: must be true or false, not 1"]),
    "no word of the list": ({"follow.sub_tractor": "may"}, ["follow.sub_tractor: is 'may'; it may be free or must"]),
    "no rank": ({"levels.start": "1"}, ["levels.start: is '1', no rank; ranks are 2 3 4 5 6 7 8 9 T J Q K A"]),
    "no list": ({"levels.must_play": "5"}, ["levels.must_play: must be a list of ranks"]),
    "no rank in a list": (
        {"levels.must_play": ["5", "11"]},
        ["levels.must_play: holds '11'; it must be a list of ranks"],
    ),
    "twice": ({"levels.must_play": ["5", "5"]}, ["levels.must_play: holds '5' twice"]),
    "level outside the sequence": (
        {"levels.sequence": ["5", "T", "K", "A"]},
        ["levels.start: 2 is not in levels.sequence"],
    ),
    "must-play outside the sequence": (
        {"levels.sequence": ["2", "5", "A"], "levels.must_play": ["5", "J"]},
        ["levels.must_play: J is not in levels.sequence"],
    ),
    "clamp upside down": (
        {"penalty.clamp": [200, 0]},
        ["penalty.clamp: must be [] or [low, high] in whole points, none beyond 1000"],
    ),
    "clamp of one": (
        {"penalty.clamp": [0]},
        ["penalty.clamp: must be [] or [low, high] in whole points, none beyond 1000"],
    ),
    "growth lacks a part": (
        {"kitty_capture.multiplier.pair_tractor": {"base": 4}},
        ["kitty_capture.multiplier.pair_tractor: must be a table of base, base_len, op and step"],
    ),
    "growth by no known way": (
        {"kitty_capture.multiplier.pair_tractor": {"base": 4, "base_len": 2, "op": "pow", "step": 2}},
        ["kitty_capture.multiplier.pair_tractor: op is 'pow'; it may be add or mul"],
    ),
    "growth by less than nothing": (
        {"kitty_capture.multiplier.pair_tractor": {"base": 4, "base_len": 2, "op": "add", "step": -1}},
        ["kitty_capture.multiplier.pair_tractor: base, base_len and step must be whole numbers from 0 to 1000"],
    ),
    "a number no kernel holds": (
        {"kitty_capture.cap": 10**12},
        ["kitty_capture.cap: must be a whole number from 0 to 1000, not 1000000000000"],
    ),
    "growth from a longer tractor than the shortest": (
        {"kitty_capture.multiplier.pair_tractor": {"base": 8, "base_len": 3, "op": "add", "step": 4}},
        ["kitty_capture.multiplier.pair_tractor: base_len is 3; the shortest tractor has 2 units"],
    ),
    "a foul without its parts": (
        {"penalty.list": [{"kind": "revoke"}]},
        [
            "penalty.list: entry 1: offence is missing",
            f"penalty.list: entry 1: kind is 'revoke'; {FOUL_KINDS}",
            "penalty.list: entry 1: amount is missing",
        ],
    ),
    "a foul twice": (
        {"penalty.list": [{"offence": "revoke", "kind": "points", "amount": 10}] * 2},
        ["penalty.list: 'revoke' stands there twice"],
    ),
    "fouls with an amount that says nothing": (
        {
            "penalty.list": [
                {"offence": "a", "kind": "void_deal", "amount": 1},
                {"offence": "b", "kind": "forfeit", "forfeit_at": 2},
                {"offence": "c", "kind": "points", "amount": 5, "forfeit_at": 0},
            ]
        },
        [
            "penalty.list: entry 3: forfeit_at is 0; it must be a whole number from 1 to 1000",
            "penalty.list: entry 1: amount says nothing",
            "penalty.list: entry 2: forfeit_at says nothing, each such foul forfeits",
        ],
    ),
    "more fouls that forfeit than fit": (
        {"penalty.list": [{"offence": str(at), "kind": "forfeit"} for at in range(9)]},
        ["penalty.list: has more entries that forfeit than the 8 that the engine holds"],
    ),
    "a kind of foul that is gone": (
        {"penalty.list": [{"offence": "a", "kind": "void_deal_regrab", "amount": 0}]},
        [f"penalty.list: entry 1: kind is 'void_deal_regrab'; {FOUL_KINDS}"],
    ),
    "an even number of games": ({"match.best_of": 2}, ["match.best_of: is 2; it must be odd, or 0"]),
    "an order without a time": (
        {"match.timeout_order": ["level"], "match.timeout": "deals_win_level"},
        ["match.timeout_order: needs match.time_limit_min", "match.timeout: needs match.time_limit_min"],
    ),
    "a time of no length of each game": (
        {"match.time_limit_of": "game"},
        ["match.time_limit_of: needs match.time_limit_min"],
    ),
    "a time of each game that cannot win one": (
        {
            "match.time_limit_min": 60,
            "match.time_limit_of": "game",
            "match.timeout_order": ["games", "level"],
            "match.timeout": "deals_win_level",
        },
        [
            "match.timeout: must be wins, for the time limit is of each game",
            "match.timeout_order: games tells nothing, for the time limit is of each game",
        ],
    ),
    "a word that tells no sides apart": (
        {"match.time_limit_min": 60, "match.timeout_order": ["points"]},
        [
            "match.timeout_order: holds 'points'; it must be a list of games or level or dealer_side or "
            "last_deal_winner or first_there"
        ],
    ),
    "more for losing than for winning": (
        {"match.win_points": 1, "match.loss_points": 2},
        ["match.loss_points: are more than match.win_points"],
    ),
    "fouls that are none": (
        {"penalty.list": ["revoke"]},
        ["penalty.list: must be a list of tables of offence, kind, amount, forfeit_at"],
    ),
    "a demotion of no pattern": (
        {"levels.demotions": [{"level": "J", "capture_rank": "J", "pattern": "triple", "to": "0", "by": 2}]},
        [
            "levels.demotions: entry 1: by is no key of it",
            "levels.demotions: entry 1: pattern is 'triple'; it may be any or single or pair",
            "levels.demotions: entry 1: to is '0'; it may be start or 2 or 3 or 4 or 5 or 6 or 7 or 8 or 9 or "
            "T or J or Q or K or A",
        ],
    ),
    "a demotion to no level": (
        {
            "levels.sequence": ["2", "5", "A"],
            "levels.demotions": [{"level": "5", "capture_rank": "J", "pattern": "any", "to": "3"}],
        },
        ["levels.demotions: 3 is not in levels.sequence"],
    ),
    "too many demotions": (
        {"levels.demotions": [{"level": "J", "capture_rank": "J", "pattern": "any", "to": "start"}] * 9},
        ["levels.demotions: has 9 entries; the engine holds 8"],
    ),
    "five packs": ({"deck.decks": 5}, ["deck.decks: is 5; it may be 1 or 2 or 3 or 4"]),
    "an order without the suit": (
        {"trump.order": ["big_joker", "small_joker", "level"]},
        ["trump.order: must hold suit"],
    ),
    "an order without the jokers": (
        {"trump.order": ["level", "suit"]},
        [
            "trump.order: must hold big_joker, a pack has two jokers",
            "trump.order: must hold small_joker, a pack has two jokers",
        ],
    ),
    "level cards twice in the order": (
        {"trump.order": ["big_joker", "small_joker", "level", "level_main", "suit"]},
        ["trump.order: must hold either level, or level_main and level_off"],
    ),
    "half the 2s without a place": (
        {"trump.order": ["big_joker", "small_joker", "level_main", "level_off", "perm2_main", "suit"]},
        ["trump.order: must hold both perm2_main and perm2_off, or neither"],
    ),
    "a triple of two packs": ({"combos.triple": True}, ["combos.triple: needs 3 packs, there are 2"]),
    "a tractor of no pairs": ({"combos.pair": False}, ["combos.pair_tractor: needs combos.pair"]),
    "a bomb of no quad": ({"combos.bomb": "follow_obligation"}, ["combos.bomb: needs combos.quad"]),
    "a ladder of our own": (
        {"follow.ladders.pair": [["pair"]]},
        ["follow.ladders.pair: is [['pair']]; it may be [['pair'], []] or [[]]"],
    ),
    "a bid of no known kind": (
        {"declare.ladder": [["level_single"], ["joker_pair+joker"]]},
        ["declare.ladder: holds ['joker_pair+joker']; it must be a list of lists of bids"],
    ),
    "a step without a bid": (
        {"declare.ladder": [["level_single"], []]},
        ["declare.ladder: holds []; it must be a list of lists of bids"],
    ),
    "an order of some suits": (
        {"declare.suit_priority": ["S", "H"]},
        ["declare.suit_priority: must hold all four suits, or none"],
    ),
    "an order among bids that there are not": (
        {"declare.suit_priority_tiers": ["level_triple"]},
        ["declare.suit_priority_tiers: level_triple is no bid of declare.ladder"],
    ),
    "cards do not add up": (
        {"deck.hand_size": 26},
        ["deck: 4 hands of 26 and a kitty of 8 are 112 cards; 2 packs hold 108"],
    ),
    "kitty size not allowed": (
        {"deck.kitty_size_allowed": [4, 6]},
        ["deck.kitty_size_allowed: does not hold deck.kitty_size 8"],
    ),
    "bands with a gap": ({"score.bands": BANDS["gap"]}, ["score.bands: bands 1 and 2: leave a gap from 5 to 5"]),
    "bands that overlap": ({"score.bands": BANDS["overlap"]}, ["score.bands: bands 1 and 2: overlap at 75"]),
    "a band lacks min": (
        {"score.bands": BANDS["no min"]},
        ["score.bands: band 2: must have a min, another band stands below it"],
    ),
    "a band lacks max": (
        {"score.bands": BANDS["no max"]},
        ["score.bands: band 1: must have a max, another band stands above it"],
    ),
    "bands that end": (
        {"score.bands": BANDS["bounded"]},
        [
            "score.bands: band 1: must have no min, it takes everything below",
            "score.bands: band 2: must have no max, it takes everything above",
        ],
    ),
    "a band upside down": ({"score.bands": BANDS["upside down"]}, ["score.bands: band 2: min 80 is above max 40"]),
    "a band's words": (
        {"score.bands": BANDS["words"]},
        [
            "score.bands: band 1: colour is no key of a band",
            "score.bands: band 1: side is 'left'; it may be dealer or defenders",
            "score.bands: band 1: levels must be a whole number from 0 to 1000",
            "score.bands: band 2: ref and step go together, and step is above 0",
        ],
    ),
    "too many bands": ({"score.bands": BANDS["too many"]}, ["score.bands: has 13 bands; the engine holds 12"]),
    "a band at half a point": (
        {"score.bands": BANDS["real"]},
        ["score.bands: band 1: min, max, ref and step are whole points, none beyond 1000"],
    ),
    "a band that may win the game": (
        {"score.bands": BANDS["game"]},
        ["score.bands: band 2: win_game must be true or false"],
    ),
    "no kitty": (
        {"deck.hand_size": 27, "deck.kitty_size": 0, "deck.kitty_size_allowed": [0]},
        ["deck.kitty_size: must be above 0, for no record has a deal without"],
    ),
    "no hands": (
        {"deck.hand_size": 0, "deck.kitty_size": 108, "deck.kitty_size_allowed": [108]},
        ["deck.hand_size: must be above 0, for no record has a deal without"],
    ),
    "a band of no side": (
        {"score.bands": [{"max": 75, "levels": 1}, {"min": 80, "side": "defenders", "levels": 0}]},
        ["score.bands: band 1: side is missing"],
    ),
    "levels that grow to the wrong side": (
        {"score.bands": BANDS["refs beyond"]},
        [
            "score.bands: band 1: ref 0 is below max 75, so that levels grow to the wrong side",
            "score.bands: band 2: ref 300 is above min 80, so that levels grow to the wrong side",
        ],
    ),
    "levels that grow to both sides": (
        {"score.bands": BANDS["ref between"]},
        ["score.bands: band 1: has a ref and no min, so that levels grow to both sides of the ref"],
    ),
    "the dealer side gains by more points": (
        {"score.bands": BANDS["turned round"]},
        ["score.bands: band 2: is the dealer side's above one of the defenders"],
    ),
    "gains that no record holds": (
        {"score.bands": BANDS["great gains"]},
        [
            "score.bands: band 1: gains up to 128 levels; a record holds 127",
            "score.bands: band 2: gains up to 128 levels; a record holds 127",
        ],
    ),
    "more to bury than the kitty holds": (
        {"bury.min_points": 85},
        ["bury.min_points: is 85; a kitty of 8 cards holds at most 80 points"],
    ),
    "more to bury than a kitty of level cards holds": (
        {"bury.min_points": 245, "points.level_card": 30},
        ["bury.min_points: is 245; a kitty of 8 cards holds at most 240 points"],
    ),
    "bands that are none": ({"score.bands": 80}, ["score.bands: must be a list of bands"]),
    "several faults": (
        {"points.five": "5", "levels.start": "1"},
        [
            "points.five: must be a whole number from 0 to 1000, not '5'",
            "levels.start: is '1', no rank; ranks are 2 3 4 5 6 7 8 9 T J Q K A",
        ],
    ),
}


HEADERS = {
    "no title": (house.HEADER.replace('title_en = "House rules"\n', ""), ["title_en: is missing"]),
    "status": (
        house.HEADER.replace('"complete"', '"finished"'),
        ["status: is 'finished'; it may be abstract or complete or partial or fragment"],
    ),
    "schema of tomorrow": (
        house.HEADER.replace("schema_version = 1", "schema_version = 2"),
        ["schema_version: is 2; this program reads 1"],
    ),
    "sources no list": (house.HEADER + 'sources = "S0"\n', ["sources: must be a list of texts"]),
    "sources no texts": (house.HEADER + "sources = [1]\n", ["sources: must be a list of texts"]),
    "a title that says nothing": (
        house.HEADER.replace('"House rules"', '" "'),
        ["title_en: must be a text that is not empty"],
    ),
    "a schema that is no number": (
        house.HEADER.replace("schema_version = 1", 'schema_version = "1"'),
        ["schema_version: must be a whole number"],
    ),
    "abstract": (house.HEADER.replace('"complete"', '"abstract"'), ["status: is abstract, only for others to extend"]),
    "fragment": (FRAGMENT, ["status: is a fragment of a rule text, too little to score by unless forced (--force)"]),
}


SOURCE = {
    "none": ("[deck]\ndecks = 2\n", ["deck.decks: has no entry in [source]; say where the value comes from"]),
    "no status": (
        '[deck]\ndecks = 2\n[source]\n"deck" = "heard: of it"\n',
        [
            "[source] deck.decks: 'heard' is no status; it may be stated or inherited or default or decided or "
            "extrapolated or recorded or documented or assumed"
        ],
    ),
    "of nothing": ('[source]\n"deck.decks" = "stated: S0"\n', ["[source] deck.decks: covers no key of this file"]),
}
