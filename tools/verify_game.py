#!/usr/bin/env python3
"""Checks the file of a finished game: a second program, beside `stammtisch verify`.

Written from docs/fairness.md alone (§17 has the file, §18 the list of checks), with nothing but the standard library,
so that nobody has to trust the program that wrote the file. It knows no rules of any game. It checks the text, the
commitments, all luck, and that the winners fit the scores. On trust it takes whether moves were legal, the hands before
a theft, the scores themselves, and what `drawn` does not name. `forge_games.py` tests it.

    verify_game.py FILE

Exit code 0 if everything fits, 1 with the first thing that does not, 2 if there was nothing to check.
"""

import itertools
import json
import pathlib
import re
import sys

# A program that only looks leaves nothing behind, not even a compiled module.
sys.dont_write_bytecode = True
import check_vectors as chance

# Shapes of values: a type, a pattern of texts, a range of whole numbers, a list of one shape, or an object with names,
# of which those with a question mark may be missing.
HASH, COUNT = re.compile("[0-9a-f]{64}"), range(2**64)
HEADER = {
    **{"format": re.compile("stammtisch-game"), "version": range(1, 2), "scheme": range(1, 2)},
    **{"game": re.compile("catan|kniffel|roulette"), "rulesVersion": COUNT, "start": dict, "drawn": [str]},
    **{"table": re.compile("[A-Za-z0-9_-]{1,64}"), "number": range(1, 2**32)},
    "players": [{"chair": range(16), "name": str, "bot?": str}],
    "fairness": {
        **{"serverCommitment": HASH, "serverSeed": HASH, "missing": [COUNT], "deckRoot?": HASH},
        "chairs": [{"commitment?": HASH, "seed?": HASH}],
    },
}
DRAW = {"purpose": str, "index": COUNT, "bound": COUNT, "ticket": COUNT, "hand?": [COUNT], "link?": HASH}
MOVE = {"position": COUNT, "seat": COUNT, "action": dict, "outcome?": dict, "draw?": DRAW}
END = {"end": re.compile("won|closed|aborted"), "winners": [COUNT], "scores": [{"seat": COUNT, "score": int}]}

# Which action draws what (§17). A robber's move draws only if there is just one to be robbed, which takes the rules.
PURPOSES = {
    "catan": {"roll_dice": "dice", "steal": "steal", "move_robber": "steal", "buy_dev_card": "deck"},
    "kniffel": {"roll_dice": "dice"},
    "roulette": {"spin": "wheel"},
}
DRAWS_AT_TIMES = "move_robber"
DRAWN = {"catan": ["board", "seat_order"], "kniffel": ["seat_order"], "roulette": []}
PORT_EDGES = ["3,0", "6,0", "9,2", "10,5", "9,8", "6,10", "3,10", "1,7", "1,3"]
ROULETTE_SEATS = 10  # The table itself acts as the seat behind them.
LINKS = 65536
NO_SEED = "00" * 32


class Misfit(Exception):
    pass


def demand(fits, line, sentence):
    if not fits:
        raise Misfit(f"line {line}: {sentence}")


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def demand_same(found, expected, line, what):
    """Compared as text, since Python takes `true` for 1 and `false` for 0."""
    found, expected = canonical(found), canonical(expected)
    demand(found == expected, line, f"{what} is {found}, should be {expected}")


def demand_shape(value, shape, line, what):
    if isinstance(shape, dict):
        demand(type(value) is dict, line, f"{what} is not an object")
        for name in sorted({name.rstrip("?") for name in shape} | value.keys()):
            demand(name in shape or f"{name}?" in shape, line, f"`{name}` does not belong into {what}")
            demand(name in value or f"{name}?" in shape, line, f"`{name}` is missing in {what}")
        for name, part in value.items():
            demand_shape(part, shape.get(name, shape.get(f"{name}?")), line, f"`{name}`")
    elif isinstance(shape, list):
        demand(type(value) is list, line, f"{what} is not a list")
        for item in value:
            demand_shape(item, shape[0], line, f"an item of {what}")
    elif isinstance(shape, range):
        demand(type(value) is int and value in shape, line, f"{what} is not a number that is possible there")
    elif isinstance(shape, re.Pattern):
        demand(type(value) is str and shape.fullmatch(value), line, f"{what} is not a text that is possible there")
    else:
        demand(type(value) is shape, line, f"{what} is of another type")


# The text: §17, §18.1.


def parsed(data):
    """The values of all lines but the digest. The digest comes first: without it no other sentence would mean much."""
    *lines, rest = data.split(b"\n")
    demand(rest == b"", len(lines) + 1, "the line does not end with a line feed")
    demand(len(lines) >= 3, max(len(lines), 1), "the file has fewer than three lines")
    computed = b'{"digest":"%s"}' % chance.sha(data[: -len(lines[-1]) - 1]).hex().encode()
    demand(lines[-1] == computed, len(lines), f"the digest should be {computed.decode()}")
    return [one_line(line, number) for number, line in enumerate(lines[:-1], 1)]


def not_whole(text):
    raise ValueError(f"{text} is not a whole number")


def one_line(line, number):
    try:
        text = line.decode("utf-8")
        value = json.loads(text, parse_float=not_whole, parse_constant=not_whole)
        spelled = canonical(value)
    except (ValueError, RecursionError) as error:
        raise Misfit(f"line {number}: the line is not JSON in canonical form: {error}") from error
    # This finds keys that come twice, too: only the last of them is in the value.
    demand(text == spelled, number, "the line is not in canonical form")
    # A header may have some in its start; the rest of it has a shape without. Actions have many shapes.
    demand(number == 1 or not has_null(value), number, "the line has a null")
    return value


def has_null(value):
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return value is None or any(map(has_null, parts))


# The header: §17, §18.2 to §18.6.


def check_commitments(header):
    """Gives the seeds of the chairs, in the order of the chairs, zeros for those that have none."""
    game, players, drawn, fairness = (header[name] for name in ["game", "players", "drawn", "fairness"])
    context, chairs = (header["table"], header["number"]), fairness["chairs"]
    demand(1 <= len(players) <= 16, 1, "there are not 1 to 16 players")
    demand(len(chairs) == len(players), 1, "there are not as many chairs as players")
    demand_same(sorted(player["chair"] for player in players), [*range(len(chairs))], 1, "the list of all chairs")
    demand_same(drawn, [what for what in DRAWN[game] if what in drawn], 1, "`drawn`")
    demand(("deckRoot" in fairness) == (game == "catan"), 1, "`deckRoot` is for Catan, always and only")
    people = sorted(player["chair"] for player in players if "bot" not in player)
    server = bytes.fromhex(fairness["serverSeed"]), *context
    computed = chance.chain_link(*server, 0) if game == "roulette" else chance.server_commitment(*server)
    demand_same(fairness["serverCommitment"], computed.hex(), 1, "the server's commitment")
    for number, chair in enumerate(chairs):
        demand(number in people or not chair, 1, f"chair {number} is a bot's and not empty")
        demand("commitment" in chair or not chair, 1, f"chair {number} has a seed without a commitment")
        if "seed" in chair:
            seed = bytes.fromhex(chair["seed"])
            computed = chance.seat_commitment(seed, *context, fairness["serverCommitment"], number)
            demand_same(chair["commitment"], computed.hex(), 1, f"the commitment of chair {number}")
    missing = [number for number in people if "seed" not in chairs[number]]
    demand_same(fairness["missing"], missing, 1, "the list of missing chairs")
    return [chair.get("seed", NO_SEED) for chair in chairs]


def check_beginning(header, seed):
    """Order of play, board and deck, which follow from the seed of the game. Gives the deck."""
    if "seat_order" in header["drawn"]:
        order = chance.shuffled(chance.words(seed, "seat_order", 0), range(len(header["players"])))
        demand_same([player["chair"] for player in header["players"]], order, 1, "the seat order")
    if header["game"] != "catan":
        return []
    start = header["start"]
    demand_shape(start.get("rules"), dict, 1, "`rules`")
    kind, found = start["rules"].get("board"), canonical(start.get("board"))
    drawn = canonical(drawn_board(seed, kind)) if kind in ("random", "spiral") else None
    if "board" in header["drawn"]:
        demand(drawn, 1, "the board was drawn, but the rules do not say how")
        demand(found == drawn, 1, f"the board is {found}, should be {drawn}")
    else:
        demand(found != drawn, 1, "the board is said to be given, but the seeds have drawn it")
    root = [*chance.deck_levels(seed)][-1][0].hex()
    demand_same(header["fairness"]["deckRoot"], root, 1, "the root of the deck")
    return chance.deck(seed)


def drawn_board(seed, kind):
    laid = chance.board(seed, kind)
    hexes = []
    for (x, y), (terrain, number) in zip(chance.HEXES, (text.split(":") for text in laid[:19]), strict=True):
        token = {} if terrain == "desert" else {"number": int(number)}
        hexes.append({"hex": f"{(x - y - 2) // 2},{y - 2}", "terrain": terrain, **token})
    ports = [{"edge": edge, "kind": kind} for edge, kind in zip(PORT_EDGES, laid[19:], strict=True)]
    return {"hexes": hexes, "ports": ports}


# The moves: §17, §18.7.


class Luck:
    """What the draws of one game have come to so far."""

    def __init__(self, header, seeds, seed, deck):
        self.game, self.seeds, self.seed, self.deck = header["game"], seeds, seed, deck
        self.context, self.link = (header["table"], header["number"]), header["fairness"]["serverCommitment"]
        # Of draws that count by themselves, a game has one purpose only: deck or wheel.
        self.counted, self.draws, self.dice = 0, 0, None

    def check(self, move, line):
        """A draw and its outcome: each is made again from nothing but the action, and from the hand in a theft."""
        action, draw, purpose = move["action"], move["draw"], PURPOSES[self.game][move["action"]["type"]]
        index, bound, seed, more = move["position"], 36, self.seed, {}
        if purpose == "deck":
            demand(self.counted < len(self.deck), line, "a card is bought from an empty deck")
            index, bound = self.counted, len(self.deck) - self.counted
        elif purpose == "steal":
            more = {"hand": draw.get("hand", [])}
            bound = sum(more["hand"])
            demand(len(more["hand"]) == 5 and 1 <= bound < 2**32, line, "the hand is not that of somebody to rob")
        elif purpose == "wheel":
            index, bound, more = self.counted + 1, 37, {"link": draw.get("link", "")}
            seed = self.next_round(more["link"], index, line)
        elif self.game == "kniffel":
            kept = action.get("keptDice")
            demand_shape(kept, [bool], line, "`keptDice`")
            demand(len(kept) == 5, line, "`keptDice` is not for five dice")
            demand(self.dice or not any(kept), line, "dice are kept before any were thrown")
            bound = 6 ** kept.count(False)
        ticket = chance.ticket(seed, purpose, index, bound)
        expected = {"purpose": purpose, "index": index, "bound": bound, "ticket": ticket, **more}
        for name in [*expected, *(draw.keys() - expected)]:
            demand_same(draw.get(name), expected.get(name), line, f"the {name} of the draw")

        if purpose == "deck":
            outcome = {"card": self.deck[index]}
        elif purpose == "steal":
            # Not by laying the cards out: a forged hand could have billions.
            ends = zip(chance.RESOURCES, itertools.accumulate(more["hand"]), strict=True)
            outcome = {"stolen": next(kind for kind, end in ends if ticket < end)}
        elif purpose == "wheel":
            outcome = {"winningNumber": ticket}
        elif self.game == "catan":
            outcome = {"dice": chance.two_dice(seed, index)}
        else:
            thrown = chance.kniffel_dice(seed, index, "".join("k" if k else "t" for k in kept))
            self.dice = [self.dice[place] if k else thrown[place] for place, k in enumerate(kept)]
            outcome = {"dice": self.dice}
        demand_same(move["outcome"], outcome, line, f"the outcome of ticket {ticket}")
        self.counted += purpose in ("deck", "wheel")
        self.draws += 1

    def next_round(self, link, number, line):
        demand(number <= LINKS, line, "the chain has no link for this round")
        before = chance.sha(b"stammtisch/fair/1/link\0", bytes.fromhex(link)).hex()
        demand(before == self.link, line, "the link does not hash to the one before it")
        self.link = link
        return chance.round_seed(bytes.fromhex(link), *self.context, number, ",".join(self.seeds))


def check_move(move, line, luck, seats):
    demand_shape(move, MOVE, line, "the move")
    demand_same(move["position"], line - 2, line, "the position")
    demand(move["seat"] in range(seats + (luck.game == "roulette")), line, f"there is no seat {move['seat']}")
    kind = move["action"].get("type")
    demand(type(kind) is str, line, "the action has no `type`")
    demand(("draw" in move) == ("outcome" in move), line, "of draw and outcome there is only one")
    if "draw" in move:
        demand(kind in PURPOSES[luck.game], line, f"`{kind}` leaves nothing to luck but has a draw")
        luck.check(move, line)
    else:
        demand(kind not in PURPOSES[luck.game] or kind == DRAWS_AT_TIMES, line, f"`{kind}` has no draw")


# The end: §17, §18.8.


def check_end(header, end, line, seats):
    demand_shape(end, END, line, "the end")
    game, kind, winners = header["game"], end["end"], end["winners"]
    scores = {score["seat"]: score["score"] for score in end["scores"]}
    for those in [winners, [score["seat"] for score in end["scores"]]]:
        demand(those == sorted(set(those) & {*range(seats)}), line, f"{those} are not seats that ascend")
    if game != "roulette":
        demand(len(scores) == seats, line, "not every seat has a score")
    demand(kind in (("closed", "aborted") if game == "roulette" else ("won", "aborted")), line, f"{game} is not {kind}")
    expected = []
    if kind == "won" and game == "kniffel":
        expected = [seat for seat, score in scores.items() if score == max(scores.values())]
    elif kind == "won":
        # One of them, since somebody may have as many points but not be on turn.
        enough = header["start"]["rules"].get("pointsToWin")
        demand(type(enough) is int, line, "the rules do not say who wins")
        expected = [seat for seat in winners[:1] if scores[seat] >= enough]
        demand(expected, line, f"the winners are {winners}, but it takes {enough} points")
    demand_same(winners, expected, line, "the list of winners")


def verify(data):
    """Gives a sentence about a file that fits, and raises a Misfit about any other."""
    header, *moves, end = parsed(data)
    demand_shape(header, HEADER, 1, "the header")
    seeds = check_commitments(header)
    # Roulette has a seed for each round instead (§16), and people who come later.
    roulette, server = header["game"] == "roulette", bytes.fromhex(header["fairness"]["serverSeed"])
    seed = None if roulette else chance.game_seed(server, header["table"], header["number"], ",".join(seeds))
    luck = Luck(header, seeds, seed, [] if roulette else check_beginning(header, seed))
    seats = ROULETTE_SEATS if roulette else len(seeds)
    for line, move in enumerate(moves, 2):
        check_move(move, line, luck, seats)
    check_end(header, end, len(moves) + 2, seats)
    return (
        f"{header['game']}, table {header['table']}, game {header['number']}, {end['end']}: {len(moves)} moves with "
        f"{luck.draws} draws fit; drawn before: {header['drawn']}; chairs missing: {header['fairness']['missing']}"
    )


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        print(f"{arguments[0]}: {verify(pathlib.Path(arguments[0]).read_bytes())}")
    except Misfit as found:
        print(f"{arguments[0]}: {found}")
        return 1
    except OSError as error:
        print(f"cannot be read: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
