#!/usr/bin/env python3
"""Checks the file of a finished game: a second program, beside `stammtisch verify`.

Written from docs/fairness.md alone (§17 has the file, §18 the list of checks), with nothing but the standard library,
so that nobody has to trust the program that wrote the file. It makes every line again, by the formulas of §3 to §16,
which are in `check_vectors.py`, and compares. On trust it takes what needs the rules of the games: whether moves were
legal, the hands before a theft, the scores, and what `drawn` does not name. `forge_games.py` tests it.

verify_game.py FILE: exit code 0 if everything fits, 1 with the first thing that does not, 2 if nothing was checked.
"""

import itertools
import json
import pathlib
import re
import sys
sys.dont_write_bytecode = True  # A program that only looks leaves nothing behind.
import check_vectors as chance

# What follows from nothing has to fit a pattern. An action has no nulls, but for those in strings.
TEXT, HASH, COUNT, SCORE = map(re.compile, ['".*"', '"[0-9a-f]{64}"', "[0-9]{1,19}", "-?[0-9]+"])
ID, NUMBER, HAND = map(re.compile, ['"[A-Za-z0-9_-]{1,64}"', "[1-9][0-9]{0,9}", r"\[([0-9]+,){4}[0-9]+\]"])
ACTION, KEPT = map(re.compile, [r'{("(\\.|[^"\\])*"|(?!null)[^"])*}', r"\[(true|false)(,(true|false))*\]"])
HEAD = {"format": "stammtisch-game", "version": 1, "scheme": 1, "rulesVersion": COUNT, "table": ID, "number": NUMBER}
# What luck may decide before the first move, which actions draw what, and what their outcomes call it.
DRAWN = {"catan": ["board", "seat_order"], "kniffel": ["seat_order"], "roulette": []}
CATAN = {"roll_dice": "dice", "steal": "steal", "move_robber": "steal", "buy_dev_card": "deck"}
PURPOSES = {"catan": CATAN, "kniffel": {"roll_dice": "dice"}, "roulette": {"spin": "wheel"}}
OUTCOMES = {"dice": "dice", "steal": "stolen", "deck": "card", "wheel": "winningNumber"}
NO_SEED, PORT_EDGES = "00" * 32, ["3,0", "6,0", "9,2", "10,5", "9,8", "6,10", "3,10", "1,7", "1,3"]
canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str).encode


class Misfit(Exception): ...


def demand(fits, sentence):
    if not fits:
        raise Misfit(sentence)


def compare(found, made, what):
    """Names the first part that differs. Compares texts in the end, since Python takes `true` for 1."""
    if type(found) is type(made) is list and len(found) == len(made):
        found, made = dict(enumerate(found)), dict(enumerate(made))
    if type(found) is type(made) is dict:
        demand(found.keys() == made.keys(), f"{what} has {sorted(found)}, should have {sorted(made)}")
        for name in made:
            compare(found[name], made[name], f"{what}.{name}")
    else:
        fits = made.fullmatch(canonical(found)) if type(made) is re.Pattern else canonical(found) == canonical(made)
        demand(fits, f"{what} is {canonical(found)}, should be {canonical(made)}")


def drawn_board(seed, kind):
    laid, hexes = chance.board(seed, kind), []
    for (x, y), (terrain, token) in zip(chance.HEXES, (text.split(":") for text in laid[:19]), strict=True):
        number = {} if terrain == "desert" else {"number": int(token)}
        hexes.append({"hex": f"{(x - y - 2) // 2},{y - 2}", "terrain": terrain, **number})
    return {"hexes": hexes, "ports": [{"edge": edge, "kind": kind} for edge, kind in zip(PORT_EDGES, laid[19:])]}


class Game:
    """Makes the lines of a file again, one after the other, with patterns for what follows from nothing."""
    def header(self, found):
        self.game, self.context, self.start = found["game"], (found["table"], found["number"]), {**found["start"]}
        self.position, self.draws, self.dice = 0, 0, [None] * (5 if self.game == "kniffel" else 2)
        self.deck = dict(zip(chance.CARDS, [14, 5, 2, 2, 2], strict=True))
        fairness, drawn, roulette = found["fairness"], found["drawn"], self.game == "roulette"
        order = [player["chair"] for player in found["players"]]
        people = sorted(player["chair"] for player in found["players"] if "bot" not in player)
        demand(1 <= len(order) <= 16, "there are not 1 to 16 players")
        compare(sorted(order), [*range(len(fairness["chairs"]))], "the list of all chairs")

        server = bytes.fromhex(fairness["serverSeed"]), *self.context
        commitment = chance.chain_link(*server, 0) if roulette else chance.server_commitment(*server)
        self.seats, self.link, chairs = 10 if roulette else len(order), commitment.hex(), []
        for number, chair in enumerate(fairness["chairs"]):
            chairs.append({name: HASH for name in ["commitment", "seed"] if name in chair and number in people})
            if "seed" in chairs[number]:
                seat = bytes.fromhex(chair["seed"]), *self.context, self.link, number
                chairs[number]["commitment"] = chance.seat_commitment(*seat).hex()
        missing = [number for number in people if "seed" not in chairs[number]]
        secrets = {"serverCommitment": self.link, "serverSeed": HASH, "chairs": chairs, "missing": missing}
        self.seeds = ",".join(chair.get("seed", NO_SEED) for chair in fairness["chairs"])
        self.seed = chance.game_seed(*server, self.seeds)
        root = {"deckRoot": [*chance.deck_levels(self.seed)][-1][0].hex()} if self.game == "catan" else {}
        compare(fairness, secrets | root, "header.fairness")

        compare(drawn, [what for what in DRAWN[self.game] if what in drawn], "header.drawn")
        if self.game == "catan":
            kind = self.start["rules"].get("board")
            board = drawn_board(self.seed, kind) if kind in ("random", "spiral") else ()  # Which no file has.
            demand((self.start.get("board") == board) == ("board" in drawn), "`drawn` does not fit board and seeds")
        if "seat_order" in drawn:
            order = chance.shuffled(chance.words(self.seed, "seat_order", 0), range(len(order)))
        bots = [{"bot": TEXT} if "bot" in player else {} for player in found["players"]]
        players = [{"chair": chair, "name": TEXT, **bot} for chair, bot in zip(order, bots, strict=True)]
        self.about = f"{self.game}, table and game {self.context}, drawn before: {drawn}, chairs missing: {missing}"
        return HEAD | {"game": self.game, "start": self.start, "drawn": drawn, "players": players, "fairness": fairness}

    def move(self, found):
        action, made = found["action"], {"position": self.position, "seat": COUNT, "action": ACTION}
        compare(action["type"], TEXT, "move.action.type")
        demand(found["seat"] in range(self.seats + (self.game == "roulette")), f"there is no seat {found['seat']}")
        index, seed, more = self.position, self.seed, {}
        self.position += 1
        purpose = PURPOSES[self.game].get(action["type"])
        # A robber's move draws only if there is just one to be robbed, which takes the rules.
        if not purpose or (action["type"] == "move_robber" and "draw" not in found):
            return made
        demand("draw" in found, f"`{action['type']}` has no draw")
        # A draw takes one thing out of a bag, in which there are so many of each kind.
        if purpose == "deck":
            index, bag = 25 - sum(self.deck.values()), self.deck
        elif purpose == "steal":
            bag, more = dict(zip(chance.RESOURCES, found["draw"]["hand"], strict=True)), {"hand": HAND}
        elif purpose == "wheel":
            index, bag, more = self.draws + 1, dict.fromkeys(range(37), 1), {"link": HASH}
            link, before = bytes.fromhex(found["draw"]["link"]), bytes.fromhex(self.link)
            demand(chance.sha(b"stammtisch/fair/1/link\0", link) == before, "the link does not hash to the one before")
            self.link, seed = link.hex(), chance.round_seed(link, *self.context, index, self.seeds)
        else:
            kept = action["keptDice"] if self.game == "kniffel" else [False, False]
            compare(kept, KEPT, "move.action.keptDice")
            demand(self.dice[0] or not any(kept), "dice are kept before any were thrown")
            faces = [[die] if keep else range(1, 7) for die, keep in zip(self.dice, kept, strict=True)]
            bag = dict.fromkeys(itertools.product(*faces), 1)
        bound = sum(bag.values())
        demand(1 <= bound < 2**32, "there is nothing to draw from")
        ticket = chance.ticket(seed, purpose, index, bound)
        taken = next(kind for kind, end in zip(bag, itertools.accumulate(bag.values())) if ticket < end)
        bag[taken] -= 1
        self.dice, self.draws = taken if purpose == "dice" else self.dice, self.draws + 1
        draw = {"purpose": purpose, "index": index, "bound": bound, "ticket": ticket, **more}
        return made | {"draw": draw, "outcome": {OUTCOMES[purpose]: taken}}

    def end(self, found):
        scores = {score["seat"]: score["score"] for score in found["scores"]}
        seats = [seat for seat in range(self.seats) if seat in scores or self.game != "roulette"]
        compare(sorted(scores), seats, "the list of seats with a score")
        ends, winners = re.compile('"(closed|aborted)"' if self.game == "roulette" else '"(won|aborted)"'), []
        if found["end"] == "won" and self.game != "roulette":
            enough = self.start["rules"]["pointsToWin"] if self.game == "catan" else max(scores.values())
            compare(enough, SCORE, "the points that it takes to win")
            winners = [seat for seat in seats if scores[seat] >= enough]
            if self.game == "catan":  # Just one: others who have enough were not on turn.
                winners = [seat for seat in winners if [seat] == found["winners"]]
            demand(winners, f"the winners are {found['winners']}, but it takes {enough} points")
        return {"end": ends, "winners": winners, "scores": [{"seat": seat, "score": SCORE} for seat in seats]}


def verify(data):
    """Gives a sentence about a file that fits, or raises a Misfit. Without the digest no other would mean much."""
    *lines, rest = data.split(b"\n")
    demand(len(lines) >= 3 and not rest, "the file does not have three lines or more, each with a line feed")
    digest = canonical({"digest": chance.sha(data[: -len(lines[-1]) - 1]).hex()})
    demand(lines[-1] == digest.encode(), f"line {len(lines)}: the digest should be {digest}")
    game = Game()
    for number, line in enumerate(lines[:-1], 1):
        make = game.header if number == 1 else game.end if number == len(lines) - 1 else game.move
        try:
            # Numbers that are not whole become texts, and of a key that comes twice one stays: not the same line.
            found = json.loads(line.decode("utf-8"), parse_float=str, parse_constant=str)
            demand(line == canonical(found).encode("utf-8"), "the line is not in canonical form")
            compare(found, make(found), make.__name__)
        except Exception as problem:  # What cannot even be computed does not fit either.
            raise Misfit(f"line {number}: {problem if isinstance(problem, Misfit) else repr(problem)}") from problem
    return f"{game.about}, {found['end']}: {game.position} moves with {game.draws} draws fit"


if __name__ == "__main__":
    try:
        (path,) = sys.argv[1:]
        print(f"{path}: {verify(pathlib.Path(path).read_bytes())}")
    except Misfit as misfit:
        sys.exit(f"{path}: {misfit}")
    except (OSError, ValueError) as error:
        print(__doc__, error, sep="\n", file=sys.stderr)
        sys.exit(2)
