#!/usr/bin/env python3
"""Checks the file of a finished game: a second program, beside `stammtisch verify`.

Written from docs/fairness.md alone (§17 has the file, §18 the list of checks), with nothing but the standard library,
so that nobody has to trust the program that wrote the file. It knows no rules of any game. It checks the text, the
commitments and all luck. On trust it takes whether moves were legal, the hands before a theft, the scores, and what
`drawn` does not name: a board that was given, an order of play that the table has chosen.

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

USAGE = """usage: verify_game.py FILE               checks the file of a game
       verify_game.py --self-test FOLDER   checks every *.jsonl there, and that forgeries of them are found"""

# Which action draws what (§17). A robber's move draws only if there is just one to be robbed, which takes the rules.
PURPOSES = {
    "catan": {"roll_dice": "dice", "steal": "steal", "move_robber": "steal", "buy_dev_card": "deck"},
    "kniffel": {"roll_dice": "dice"},
    "roulette": {"spin": "wheel"},
}
DRAWS_AT_TIMES = {"move_robber"}
DRAWN = {"catan": ["board", "seat_order"], "kniffel": ["seat_order"], "roulette": []}
PORT_EDGES = ["3,0", "6,0", "9,2", "10,5", "9,8", "6,10", "3,10", "1,7", "1,3"]
LINKS = 65536
NO_SEED = "00" * 32


class Misfit(Exception):
    pass


def demand(fits, line, sentence):
    if not fits:
        raise Misfit(f"line {line}: {sentence}")


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def same(found, expected):
    """Compared as text, since Python takes `true` for 1 and `false` for 0."""
    return canonical(found) == canonical(expected)


def demand_same(found, expected, line, what):
    demand(same(found, expected), line, f"{what} is {canonical(found)}, should be {canonical(expected)}")


def demand_fields(value, needed, optional, line, what):
    demand(isinstance(value, dict), line, f"{what} is not an object")
    for name in sorted(set(needed) | set(value)):
        demand(name in value, line, f"{what} has no `{name}`")
        demand(name in needed or name in optional, line, f"{what} has `{name}`, which does not belong there")


def whole(value, least=0, most=2**64 - 1):
    return type(value) is int and least <= value <= most


def hash_text(value):
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def list_of(value, test):
    return isinstance(value, list) and all(test(item) for item in value)


# The text: §17, §18.1.


def parsed(data):
    """The values of all lines but the digest. The digest comes first: without it no other sentence would mean much."""
    *lines, rest = data.split(b"\n")
    demand(rest == b"", len(lines) + 1, "the line does not end with a line feed")
    demand(len(lines) >= 3, max(len(lines), 1), "the file has fewer than three lines")
    last = re.fullmatch(rb'\{"digest":"([0-9a-f]{64})"\}', lines[-1])
    demand(last, len(lines), "the line is not that of a digest")
    computed = chance.sha(data[: -len(lines[-1]) - 1]).hex()
    demand_same(last[1].decode(), computed, len(lines), "the digest")
    return [one_line(line, number) for number, line in enumerate(lines[:-1], 1)]


def not_whole(text):
    raise ValueError(f"{text} is not a whole number")


def one_line(line, number):
    try:
        text = line.decode("utf-8")
        value = json.loads(text, parse_float=not_whole, parse_constant=not_whole)
        demand(isinstance(value, dict), number, "the line is not an object")
        spelled = canonical(value)
        null = has_null([part for name, part in value.items() if name != "start" or number > 1])
    except (ValueError, RecursionError) as error:
        raise Misfit(f"line {number}: the line is not JSON in canonical form: {error}") from error
    # This finds keys that come twice, too: only the last of them is in the value.
    demand(text == spelled, number, "the line is not in canonical form")
    demand(not null, number, "the line has a null")
    return value


def has_null(value):
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return value is None or any(map(has_null, parts))


# The header: §17, §18.2 to §18.6.


def check_header(header):
    names = ["format", "version", "scheme", "game", "rulesVersion", "table", "number", "players", "drawn", "start"]
    demand_fields(header, [*names, "fairness"], [], 1, "the header")
    for name, known in [("format", "stammtisch-game"), ("version", 1), ("scheme", 1)]:
        demand_same(header[name], known, 1, f"`{name}`")
    game, table, players, drawn = (header[name] for name in ["game", "table", "players", "drawn"])
    demand(isinstance(game, str) and game in PURPOSES, 1, "`game` is not a known one")
    demand(whole(header["rulesVersion"]), 1, "`rulesVersion` is not a whole number")
    demand(isinstance(table, str) and re.fullmatch("[A-Za-z0-9_-]{1,64}", table), 1, "`table` is not a table's id")
    demand(whole(header["number"], 1, 2**32 - 1), 1, "`number` is not the number of a game")
    demand(isinstance(header["start"], dict), 1, "`start` is not an object")
    demand(isinstance(players, list) and 1 <= len(players) <= 16, 1, "`players` is not a list of 1 to 16")
    for seat, player in enumerate(players):
        demand_fields(player, ["chair", "name"], ["bot"], 1, f"player {seat}")
        texts = [player["name"], player.get("bot", "")]
        demand(list_of(texts, lambda text: isinstance(text, str)), 1, f"name or bot of player {seat} is not a text")
        demand(whole(player["chair"]), 1, f"the chair of player {seat} is not a number")
    chairs = sorted(player["chair"] for player in players)
    demand(chairs == list(range(len(players))), 1, "not every chair occurs once among the players")
    allowed = [what for what in DRAWN[game] if isinstance(drawn, list) and what in drawn]
    demand(same(drawn, allowed), 1, f"`drawn` is not a part of {DRAWN[game]}, in this order")


def check_commitments(header):
    """Gives the seeds of the chairs, in the order of the chairs, zeros for those that have none."""
    game, context, fairness = header["game"], (header["table"], header["number"]), header["fairness"]
    names = ["serverCommitment", "serverSeed", "chairs", "missing", *["deckRoot"] * (game == "catan")]
    demand_fields(fairness, names, [], 1, "`fairness`")
    chairs, people = fairness["chairs"], sorted(p["chair"] for p in header["players"] if "bot" not in p)
    as_many = isinstance(chairs, list) and len(chairs) == len(header["players"])
    demand(as_many, 1, "there are not as many chairs as players")
    for number, chair in enumerate(chairs):
        demand_fields(chair, [], ["commitment", "seed"], 1, f"chair {number}")
        demand(number in people or not chair, 1, f"chair {number} is a bot's and not empty")
        demand("commitment" in chair or not chair, 1, f"chair {number} has a seed without a commitment")
    hashes = [fairness["serverCommitment"], fairness["serverSeed"], *[h for chair in chairs for h in chair.values()]]
    demand(list_of(hashes, hash_text), 1, "a seed or commitment is not 64 digits of lower-case hex")

    secret = bytes.fromhex(fairness["serverSeed"])
    if game == "roulette":
        computed = chance.chain_link(secret, *context, 0)
    else:
        computed = chance.server_commitment(secret, *context)
    demand_same(fairness["serverCommitment"], computed.hex(), 1, "the server's commitment")
    for number, chair in enumerate(chairs):
        if "seed" in chair:
            secret = bytes.fromhex(chair["seed"])
            computed = chance.seat_commitment(secret, *context, fairness["serverCommitment"], number)
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
    if "board" in header["drawn"]:
        rules = header["start"].get("rules")
        kind = rules.get("board") if isinstance(rules, dict) else None
        demand(kind in ("random", "spiral"), 1, "the board was drawn, but the rules do not say how")
        demand_same(header["start"].get("board"), drawn_board(seed, kind), 1, "the board")
    root = list(chance.deck_levels(seed))[-1][0].hex()
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
        self.context = header["table"], header["number"]
        self.link = header["fairness"]["serverCommitment"]
        # Of draws that count by themselves, a game has one purpose only: deck or wheel.
        self.counted, self.draws = 0, 0
        self.dice = None

    def check(self, move, line, position):
        action, draw = move["action"], move["draw"]
        purpose = PURPOSES[self.game][action["type"]]
        more = {"steal": ["hand"], "wheel": ["link"]}.get(purpose, [])
        demand_fields(draw, ["purpose", "index", "bound", "ticket", *more], [], line, "the draw")
        index, bound, seed = position, 36, self.seed
        if purpose == "deck":
            demand(self.counted < len(self.deck), line, "a card is bought from an empty deck")
            index, bound = self.counted, len(self.deck) - self.counted
        elif purpose == "steal":
            hand = draw["hand"]
            demand(list_of(hand, whole) and len(hand) == 5, line, "the hand is not five counts")
            bound = sum(hand)
            demand(1 <= bound < 2**32, line, "there is nothing to steal in the hand")
        elif purpose == "wheel":
            index, bound = self.counted + 1, 37
            seed = self.next_round(draw["link"], index, line)
        elif self.game == "kniffel":
            kept = action.get("keptDice")
            five = list_of(kept, lambda k: isinstance(k, bool)) and len(kept) == 5
            demand(five, line, "`keptDice` is not five times true or false")
            demand(self.dice or not any(kept), line, "dice are kept before any were thrown")
            bound = 6 ** kept.count(False)
        number = chance.ticket(seed, purpose, index, bound)
        for name, expected in [("purpose", purpose), ("index", index), ("bound", bound), ("ticket", number)]:
            demand_same(draw[name], expected, line, f"the {name} of the draw")

        if purpose == "deck":
            outcome = {"card": self.deck[index]}
        elif purpose == "steal":
            # Not by laying the cards out: a forged hand could have billions.
            ends = zip(chance.RESOURCES, itertools.accumulate(hand), strict=True)
            outcome = {"stolen": next(kind for kind, end in ends if number < end)}
        elif purpose == "wheel":
            outcome = {"winningNumber": number}
        elif self.game == "catan":
            outcome = {"dice": chance.two_dice(seed, index)}
        else:
            thrown = chance.kniffel_dice(seed, index, "".join("k" if k else "t" for k in kept))
            self.dice = [self.dice[place] if k else thrown[place] for place, k in enumerate(kept)]
            outcome = {"dice": self.dice}
        demand_same(move["outcome"], outcome, line, f"the outcome of ticket {number}")
        self.counted += purpose in ("deck", "wheel")
        self.draws += 1

    def next_round(self, link, number, line):
        demand(number <= LINKS, line, "the chain has no link for this round")
        demand(hash_text(link), line, "the link is not 64 digits of lower-case hex")
        before = chance.sha(b"stammtisch/fair/1/link\0", bytes.fromhex(link)).hex()
        demand(before == self.link, line, "the link does not hash to the one before it")
        self.link = link
        return chance.round_seed(bytes.fromhex(link), *self.context, number, ",".join(self.seeds))


def check_move(move, line, luck):
    demand_fields(move, ["position", "seat", "action"], ["outcome", "draw"], line, "the move")
    demand_same(move["position"], line - 2, line, "the position")
    demand_seat(move["seat"], luck, line)
    kind = move["action"].get("type") if isinstance(move["action"], dict) else None
    demand(isinstance(kind, str), line, "the action is not an object with a `type`")
    demand(("draw" in move) == ("outcome" in move), line, "of draw and outcome there is only one")
    if "draw" in move:
        demand(kind in PURPOSES[luck.game], line, f"`{kind}` leaves nothing to luck but has a draw")
        luck.check(move, line, line - 2)
    else:
        demand(kind not in PURPOSES[luck.game] or kind in DRAWS_AT_TIMES, line, f"`{kind}` has no draw")


def demand_seat(seat, luck, line):
    """Only at a roulette table somebody may join later, so that the header does not say how many seats there are."""
    known = whole(seat) and (luck.game == "roulette" or seat < len(luck.seeds))
    demand(known, line, f"there is no seat {canonical(seat)} in the game")


# The end: §17, §18.8.


def check_end(end, line, luck):
    demand_fields(end, ["end", "winners", "scores"], [], line, "the end")
    kind, winners, scores = end["end"], end["winners"], end["scores"]
    demand(kind in ("won", "closed", "aborted"), line, "`end` is not a known one")
    demand(isinstance(winners, list) and isinstance(scores, list), line, "winners or scores are not a list")
    for score in scores:
        demand_fields(score, ["score", "seat"], [], line, "a score")
        demand(type(score["score"]) is int, line, "a score is not a whole number")
    for seats in [winners, [score["seat"] for score in scores]]:
        for seat in seats:
            demand_seat(seat, luck, line)
        demand(seats == sorted(set(seats)), line, "the seats of winners or scores do not ascend")
    demand(bool(winners) == (kind == "won"), line, f"the winners of a game that is {kind} are {winners}")


def verify(data):
    """Gives a sentence about a file that fits, and raises a Misfit about any other."""
    header, *moves, end = parsed(data)
    check_header(header)
    seeds = check_commitments(header)
    secret = bytes.fromhex(header["fairness"]["serverSeed"])
    # Roulette has a seed for each round instead (§16).
    roulette = header["game"] == "roulette"
    seed = None if roulette else chance.game_seed(secret, header["table"], header["number"], ",".join(seeds))
    luck = Luck(header, seeds, seed, [] if roulette else check_beginning(header, seed))
    for line, move in enumerate(moves, 2):
        check_move(move, line, luck)
    check_end(end, len(moves) + 2, luck)
    return (
        f"{header['game']}, table {header['table']}, game {header['number']}, {end['end']}: {len(moves)} moves with "
        f"{luck.draws} draws fit; drawn before: {header['drawn']}; chairs missing: {header['fairness']['missing']}"
    )


# The self-test.


def raised(match):
    return f"{match[1]}{int(match[2]) + 1}"


def next_die(match):
    return f"{match[1]}{int(match[2]) % 6 + 1}"


def another_seed(match):
    """A seed of chair 0 whose commitment fits, so that only the luck can tell."""
    header = json.loads(match[0])
    context = header["table"], header["number"], header["fairness"]["serverCommitment"]
    header["fairness"]["chairs"][0] = {
        "commitment": chance.seat_commitment(bytes.fromhex(NO_SEED), *context, 0).hex(),
        "seed": NO_SEED,
    }
    return canonical(header)


# Forgeries: the first place in the text that looks like this becomes that, and this has to be named. The digest is
# computed again each time, or it would be all that is ever found.
FORGERIES = [
    (r'("dice":\[)(\d)', next_die, r"the outcome of ticket \d+ is {\"dice\""),
    (r'("winningNumber":)(\d+)', raised, r"the outcome of ticket \d+ is {\"winningNumber\""),
    (r'("card":)"(?!monopoly)\w+"', r'\1"monopoly"', r"the outcome of ticket \d+ is {\"card\""),
    (r'("stolen":)"(?!ore)\w+"', r'\1"ore"', r"the outcome of ticket \d+ is {\"stolen\""),
    (r'("ticket":)(\d+)', raised, "the ticket of the draw"),
    (r'("index":)(\d+)', raised, "the index of the draw"),
    (r'("bound":)(\d+)', raised, "the bound of the draw"),
    (r'("hand":\[)(\d+)', raised, "the bound of the draw"),
    (r'("link":")(?!00)..', r"\g<1>00", "the link does not hash"),
    (r'("deckRoot":")(?!00)..', r"\g<1>00", "the root of the deck"),
    (r'("serverSeed":")(?!00)..', r"\g<1>00", "the server's commitment"),
    (r'("seed":")(\w+)(.*?"seed":")(\w+)', r"\1\4\3\2", "the commitment of chair"),
    (r'^.*"chairs":.{"commitment":"\w+","seed".*', another_seed, "the seat order|the board|the root|the ticket"),
    (r'"missing":\[\d.*?\]', '"missing":[]', "the list of missing chairs"),
    (r'^(.*seat_order"\].*?"chair":)(\d+)(},{"chair":|,.*?"chair":)(\d+)', r"\1\4\3\2", "the seat order|a bot's"),
    (r'("terrain":")(\w+)(".*?"terrain":")(?!\2)(\w+)', r"\1\4\3\2", "the board"),
    (r'("type":"(?:roll_dice|spin)"},)"draw":.*?},"outcome":.*?},', r"\1", "has no draw"),
    (r'("type":"(?:end_turn|choose_category|settle)"},)', r'\1"draw":{},"outcome":{},', "leaves nothing to luck"),
    (r'"outcome":.*?},', "", "there is only one"),
    (r'.*"position":0,.*\n', "", "the position is 1"),
    (r'"position":1,', '"position":true,', "the position is true"),
    (r'"winners":\[\d+\]', '"winners":[]', "the winners"),
    (r'"winners":\[\]', '"winners":[0]', "the winners"),
    (r'"seat":', '"seat": ', "canonical form"),
    (r'("seat":0)', r"\1,\1", "canonical form"),
    (r'"seat":0', '"seat":0.0', "canonical form"),
    (r'"type":', r'"t\\u0079pe":', "canonical form"),
    (r'("type":)"\w+"', r"\1null", "has a null"),
]


def misfit(data):
    try:
        verify(data)
    except Misfit as found:
        return str(found)
    return None


def flips(data):
    """Long files are flipped here and there, at both ends everywhere: each flip costs a look at the whole file."""
    ends = {*range(300), *range(len(data) - 300, len(data))}
    for place in sorted(ends | {*range(0, len(data), 1 + len(data) // 2048)}):
        flipped = bytearray(data)
        flipped[place] ^= 1 << place % 8
        yield place, bytes(flipped)


def self_test(folder):
    files = {path.name: path.read_bytes() for path in sorted(pathlib.Path(folder).glob("*.jsonl"))}
    page = re.search("```jsonl\n(.*?)```", chance.PAGE.read_text("utf-8"), re.DOTALL)
    files[f"the example in {chance.PAGE.name}"] = page[1].encode("utf-8")
    wrong, flipped, made = [], 0, set()
    for name, data in files.items():
        if found := misfit(data):
            wrong.append(f"{name}: {found}")
        for place, changed in flips(data):
            flipped += 1
            if not misfit(changed):
                wrong.append(f"{name}: a bit flipped in byte {place} was not found")
        text = data.decode("utf-8").rpartition("{")[0]
        for this, that, sentence in FORGERIES:
            forged, times = re.subn(this, that, text, count=1)
            if times:
                made.add(this)
                forged = forged.encode("utf-8")
                found = misfit(forged + b'{"digest":"%s"}\n' % chance.sha(forged).hex().encode()) or "nothing"
                if not re.search(sentence, found):
                    wrong.append(f"{name}: {this} forged: `{sentence}` was to be found, but: {found}")
    # A test that looks at nothing would always be content.
    wrong += [f"no file to forge {this} in" for this, _, _ in FORGERIES if this not in made]
    found = f"{flipped} flipped bits and {len(made)} kinds of forgery were found"
    print("\n".join(wrong) or f"{len(files)} games fit; {found}")
    return 1 if wrong else 0


def main(arguments):
    match arguments:
        case ["--self-test", folder]:
            return self_test(folder)
        case [path] if not path.startswith("-"):
            try:
                print(f"{path}: {verify(pathlib.Path(path).read_bytes())}")
                return 0
            except Misfit as found:
                print(f"{path}: {found}")
                return 1
            except OSError as error:
                print(f"cannot be read: {error}", file=sys.stderr)
                return 2
    print(USAGE, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
