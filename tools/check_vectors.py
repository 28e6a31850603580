#!/usr/bin/env python3
"""Computes every published test vector of the fairness scheme again.

Written from docs/fairness.md alone, with nothing but the standard library, so that it agrees with the Rust code
only if the page says all that is needed. Reads the vector files and the examples on the page itself; prints every
line that comes out differently and then exits with 1. A line whose result is not known yet may be written with
`?` in its place: the line that is printed has the answer.
"""

import hashlib
import hmac
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/fairness.md"
FILES = [ROOT / "crates/fair/tests" / name for name in ["vectors.txt", "games.txt", "ceremony.txt"]]


# §1 to §4: from the seed to a stream.


def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def extract(seed):
    return mac(b"stammtisch/fair/1", seed)


def expand(prk, info, length):
    """HKDF-Expand for at most 32 bytes, which is one round of it."""
    return mac(prk, info + b"\x01")[:length]


def fingerprint(seed):
    return expand(extract(seed), b"stammtisch/fair/1/fingerprint", 4)


def key(seed, purpose):
    return expand(extract(seed), b"stammtisch/fair/1/stream/" + purpose.encode("ascii"), 32)


def block(seed, purpose, index, counter):
    return mac(key(seed, purpose), index.to_bytes(8, "big") + counter.to_bytes(8, "big"))


# §5 and §7: from a stream to numbers and orders.


def words(seed, purpose, index):
    counter = 0
    while True:
        whole = block(seed, purpose, index, counter)
        for place in range(0, 32, 4):
            yield int.from_bytes(whole[place : place + 4], "big")
        counter += 1


def below(stream, bound):
    if bound <= 1:
        return 0
    size = 2**32 // bound
    while True:
        number = next(stream) // size
        if number < bound:
            return number


def shuffled(stream, things):
    things = list(things)
    for last in range(len(things) - 1, 0, -1):
        other = below(stream, last + 1)
        things[last], things[other] = things[other], things[last]
    return things


# §8: what a ticket decides.

RESOURCES = ["wood", "brick", "sheep", "wheat", "ore"]
CARDS = ["knight", "victory_point", "road_building", "year_of_plenty", "monopoly"]


def laid_out(kinds, counts):
    return [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]


def ticket(seed, purpose, index, bound):
    return below(words(seed, purpose, index), bound)


def two_dice(seed, position):
    first, second = divmod(ticket(seed, "dice", position, 36), 6)
    return [first + 1, second + 1]


def kniffel_dice(seed, position, before):
    """`before` has a letter for each die: `k` if it is kept, `t` if it is thrown."""
    thrown = before.count("t")
    rest = ticket(seed, "dice", position, 6**thrown)
    digits = []
    for _ in range(thrown):
        rest, digit = divmod(rest, 6)
        digits.insert(0, digit + 1)
    return ["k" if letter == "k" else digits.pop(0) for letter in before]


def deck(seed):
    rest, order = laid_out(CARDS, [14, 5, 2, 2, 2]), []
    while rest:
        order.append(rest.pop(ticket(seed, "deck", len(order), len(rest))))
    return order


def stolen(seed, position, hand):
    cards = laid_out(RESOURCES, hand)
    return cards[ticket(seed, "steal", position, len(cards))]


# §9: boards.

HEXES = [(x, y) for y, row in enumerate([(2, 6), (1, 7), (0, 8), (1, 7), (2, 6)]) for x in range(row[0], row[1] + 1, 2)]
TERRAIN = laid_out(["forest", "hills", "pasture", "fields", "mountains", "desert"], [4, 3, 4, 4, 3, 1])
TOKENS = [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]
PORTS = ["any"] * 4 + RESOURCES
SPIRAL = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]
SPIRAL_HEXES = [
    *[(2, 0), (4, 0), (6, 0), (7, 1), (8, 2), (7, 3), (6, 4), (4, 4), (2, 4), (1, 3), (0, 2), (1, 1)],
    *[(3, 1), (5, 1), (6, 2), (5, 3), (3, 3), (2, 2), (4, 2)],
]


def numbered(terrain, tokens, order):
    """Tokens in their order over the hexes in theirs, leaving out the desert."""
    return dict(zip([hex for hex in order if terrain[hex] != "desert"], tokens, strict=True))


def red_ones_touch(numbers):
    red = {hex for hex, number in numbers.items() if number in (6, 8)}
    return any((x + dx, y + dy) in red for x, y in red for dx, dy in [(2, 0), (1, 1), (-1, 1)])


def board(seed, kind):
    stream = words(seed, "board", 0)
    while True:
        terrain = dict(zip(HEXES, shuffled(stream, TERRAIN), strict=True))
        if kind == "spiral":
            numbers = numbered(terrain, SPIRAL, SPIRAL_HEXES)
            break
        numbers = numbered(terrain, shuffled(stream, TOKENS), HEXES)
        if not red_ones_touch(numbers):
            break
    hexes = [f"{terrain[hex]}:{numbers.get(hex, '-')}" for hex in HEXES]
    return hexes + shuffled(stream, PORTS)


# §13 to §16: commitments, the game's seed, the deck's tree, the chain.


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def context(table, game):
    return bytes([len(table)]) + table.encode("ascii") + int(game).to_bytes(4, "big")


def unhex(list):
    return [bytes.fromhex(item) for item in list.split(",")]


def combined(salt, first, seats, info):
    prk = mac(b"stammtisch/fair/1/" + salt, first + b"".join(seats))
    return expand(prk, info, 32)


def game_seed(server, table, game, seats):
    seats = unhex(seats)
    return combined(b"game-seed", server, seats, context(table, game) + bytes([len(seats)]))


def round_seed(link, table, game, round, seats):
    seats = unhex(seats)
    info = context(table, game) + bytes([len(seats)]) + int(round).to_bytes(4, "big")
    return combined(b"round-seed", link, seats, info)


def chain_link(server, table, game, number):
    link = sha(b"stammtisch/fair/1/chain\0", context(table, game), server)
    for _ in range(65536 - int(number)):
        link = sha(b"stammtisch/fair/1/link\0", link)
    return link


def deck_salt(seed, index):
    return block(seed, "deck_salt", index, 0)


def deck_levels(seed):
    kinds = [bytes([CARDS.index(card)]) for card in deck(seed)]
    level = [sha(b"\0", i.to_bytes(4, "big"), kind, deck_salt(seed, i)) for i, kind in enumerate(kinds)]
    while True:
        yield level
        if len(level) == 1:
            return
        pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
        level = [sha(b"\x01", *pair) if len(pair) == 2 else pair[0] for pair in pairs]


def deck_path(seed, index):
    path = []
    for level in deck_levels(seed):
        path += level[index ^ 1 : (index ^ 1) + 1]
        index //= 2
    return listed(hash.hex() for hash in path)


def server_commitment(seed, table, game):
    return sha(b"stammtisch/fair/1/server\0", context(table, game), seed)


def seat_commitment(seed, table, game, server, seat):
    return sha(b"stammtisch/fair/1/seat\0", context(table, game), bytes.fromhex(server), bytes([int(seat)]), seed)


# The vectors: `kind inputs = result`, each part separated by one space, lists by commas.


def listed(items):
    return ",".join(str(item) for item in items) or "-"


def several_below(seed, purpose, index, bounds):
    stream = words(seed, purpose, int(index))
    return listed(below(stream, int(bound)) for bound in bounds.split(","))


KINDS = {
    "extract": lambda seed: extract(seed).hex(),
    "fingerprint": lambda seed: fingerprint(seed).hex(),
    "key": lambda seed, purpose: key(seed, purpose).hex(),
    "block": lambda seed, purpose, index, counter: block(seed, purpose, int(index), int(counter)).hex(),
    "below": several_below,
    "shuffle": lambda seed, purpose, index, n: listed(shuffled(words(seed, purpose, int(index)), range(int(n)))),
    "seat_order": lambda seed, n: listed(shuffled(words(seed, "seat_order", 0), range(int(n)))),
    "dice": lambda seed, position: listed(two_dice(seed, int(position))),
    "kniffel": lambda seed, position, before: listed(kniffel_dice(seed, int(position), before)),
    "wheel": lambda seed, position: str(ticket(seed, "wheel", int(position), 37)),
    "steal": lambda seed, position, hand: stolen(seed, int(position), [int(n) for n in hand.split(",")]),
    "deck": lambda seed: listed(deck(seed)),
    "board": lambda seed, kind: listed(board(seed, kind)),
    "server_commitment": lambda *inputs: server_commitment(*inputs).hex(),
    "seat_commitment": lambda *inputs: seat_commitment(*inputs).hex(),
    "game_seed": lambda *inputs: game_seed(*inputs).hex(),
    "chain_link": lambda *inputs: chain_link(*inputs).hex(),
    "round_seed": lambda *inputs: round_seed(*inputs).hex(),
    "deck_salt": lambda seed, index: deck_salt(seed, int(index)).hex(),
    "deck_root": lambda seed: list(deck_levels(seed))[-1][0].hex(),
    "deck_path": lambda seed, index: deck_path(seed, int(index)),
}


def complete(line):
    """The line with the result that it ought to have."""
    question = line.partition(" = ")[0]
    kind, seed, *inputs = question.split(" ")
    return f"{question} = {KINDS[kind](bytes.fromhex(seed), *inputs)}"


def vectors():
    """Every vector as (file, line number, line)."""
    for path in FILES:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if line and not line.startswith("#"):
                yield path, number, line
    for number, line in enumerate(PAGE.read_text("utf-8").splitlines(), 1):
        if re.match(r"    \w+ [0-9a-f]+ ", line):
            yield PAGE, number, line.strip()


def main():
    wrong, met = 0, {}
    for path, number, line in vectors():
        expected = complete(line)
        met[path] = met.get(path, 0) + 1
        met[line.split(" ")[0]] = met.get(line.split(" ")[0], 0) + 1
        if line != expected:
            wrong += 1
            print(f"{path.relative_to(ROOT)}:{number}: should be\n{expected}")
    # A check that looks at nothing would always be content.
    missing = [what for what in [*KINDS, *FILES, PAGE] if what not in met]
    for what in missing:
        print(f"no vector of {what}")
    if wrong or missing:
        return 1
    print(f"{sum(met[path] for path in [*FILES, PAGE])} vectors as published")
    return 0


if __name__ == "__main__":
    sys.exit(main())
