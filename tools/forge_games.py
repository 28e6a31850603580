#!/usr/bin/env python3
"""Tests `verify_game.py`: all files of a folder fit, and forgeries of them are found.

A *forgery* is what somebody would change who computes the digest again. Besides, single bits are flipped: at both ends
of a file everywhere, in between here and there, since each flip costs a look at the whole file. `stammtisch verify` has
to find the same forgeries; its tests make them too.

    forge_games.py FOLDER

Exit code 0 if everything was found.
"""

import json
import pathlib
import re
import sys

# Leaves nothing behind, not even a compiled module.
sys.dont_write_bytecode = True
import check_vectors as chance
from verify_game import NO_SEED, Misfit, canonical, verify


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


def another_end(change):
    def forged(match):
        end = json.loads(match[0])
        change(end)
        return canonical(end)

    return forged


def worst_wins(end):
    end["winners"] = [min(end["scores"], key=lambda score: score["score"])["seat"]]


def all_win(end):
    end["winners"] = [score["seat"] for score in end["scores"]]


def nobody_played(end):
    end["scores"].pop(0)


def worst_is_best(end):
    """Somebody else has more in the end, but has not won."""
    worst, best = sorted(end["scores"], key=lambda score: score["score"])[:: len(end["scores"]) - 1]
    worst["score"], best["score"] = best["score"], worst["score"]


NO_DRAW = '{"bound":2,"index":0,"purpose":"dice","ticket":0}'
WON = r'^{"end":"won".*$'
SWAPPED = r"players\.\d\.chair is|fairness\.chairs\.\d has"
NOT_DRAWN = r"move has .*'draw', 'outcome'.*should have \['action', 'position', 'seat'\]"
WINNERS = r"the winners are|end\.winners(\.0)? is"
BOARD = "`drawn` does not fit board and seeds"
# The first place in the text that looks like this becomes that, and this has to be named.
FORGERIES = [
    (r'("dice":\[)(\d)', next_die, r"move\.outcome\.dice is"),
    (r'("winningNumber":)(\d+)', raised, r"move\.outcome\.winningNumber is"),
    (r'("card":)"(?!monopoly)\w+"', r'\1"monopoly"', r"move\.outcome\.card is"),
    (r'("stolen":)"(?!ore)\w+"', r'\1"ore"', r"move\.outcome\.stolen is"),
    (r'("ticket":)(\d+)', raised, r"move\.draw\.ticket is"),
    (r'("index":)(\d+)', raised, r"move\.draw\.index is"),
    (r'("bound":)(\d+)', raised, r"move\.draw\.bound is"),
    (r'("hand":\[)(\d+)', raised, r"move\.draw\.bound is"),
    (r'("index":\d+,)("purpose":"dice")', r'\1"link":"%s",\2' % NO_SEED, r"move\.draw has .*'link'"),
    (r'("link":")(?!00)..', r"\g<1>00", "the link does not hash"),
    (r'("deckRoot":")(?!00)..', r"\g<1>00", r"fairness\.deckRoot is"),
    (r'"deckRoot":"\w+",', "", "fairness has .*should have .*'deckRoot'"),
    (r'("serverSeed":")(?!00)..', r"\g<1>00", r"fairness\.serverCommitment is"),
    (r'("seed":")(\w+)(.*?"seed":")(\w+)', r"\1\4\3\2", r"fairness\.chairs\.\d\.commitment is"),
    (r'^.*"chairs":.{"commitment":"\w+","seed".*', another_seed, r"players\.0\.chair|board|deckRoot|draw\.ticket"),
    (r'"missing":\[\d.*?\]', '"missing":[]', r"fairness\.missing is"),
    (r'^(.*seat_order"\].*?"chair":)(\d+)(},{"chair":|,.*?"chair":)(\d+)', r"\1\4\3\2", SWAPPED),
    # A board that the seeds have drawn and the host says to have given, or the other way round.
    (r'"drawn":\["board",', '"drawn":[', BOARD),
    (r'("terrain":")(\w+)(".*?"terrain":")(?!\2)(\w+)', r"\1\4\3\2", BOARD),
    (r'("rules":{"board":)"\w+"', r'\1"beginner"', BOARD),
    (r'"drawn":\["seat_order"\]', '"drawn":["board","seat_order"]', r"header\.drawn is"),
    (r'"drawn":\[\]', '"drawn":["seat_order"]', r"header\.drawn is"),
    (r'("type":"(?:roll_dice|spin)"},)"draw":.*?},"outcome":.*?},', r"\1", "has no draw"),
    (r'("type":"(?:end_turn|settle)"},)', rf'\1"draw":{NO_DRAW},"outcome":{{}},', NOT_DRAWN),
    (r'"outcome":.*?},', "", "move has .*should have .*'outcome'"),
    (r'.*"position":0,.*\n', "", r"move\.position is 1, should be 0"),
    (r'"position":1,', '"position":true,', r"move\.position is true, should be 1"),
    (r'("position":3,"seat":)\d', r"\g<1>11", "there is no seat 11"),
    # Winners and scores that do not fit each other.
    (r'"winners":\[\d+\]', '"winners":[]', WINNERS),
    (r'"winners":\[\]', '"winners":[0]', r"end\.winners is"),
    (WON, another_end(worst_wins), WINNERS),
    (WON, another_end(all_win), WINNERS),
    (WON, another_end(nobody_played), "the list of seats with a score"),
    (WON, another_end(worst_is_best), WINNERS),
    (r'"end":"won"', '"end":"closed"', r"end\.end is"),
    (r'"end":"closed"', '"end":"won"', r"end\.end is"),
    (r'("score":\d+,"seat":)\d', r"\g<1>10", "the list of seats with a score"),
    (r'"seat":', '"seat": ', "canonical form"),
    (r'("seat":0)', r"\1,\1", "canonical form"),
    (r'"seat":0', '"seat":0.0', "canonical form"),
    (r'"type":', r'"t\\u0079pe":', "canonical form"),
    (r'("type":)"\w+"', r"\1null", r"move\.action is .*null|move\.action\.type is null"),
]


def misfit(data):
    try:
        verify(data)
    except Misfit as found:
        return str(found)
    return None


def flips(data):
    ends = {*range(300), *range(len(data) - 300, len(data))}
    for place in sorted(ends | {*range(0, len(data), 1 + len(data) // 2048)}):
        flipped = bytearray(data)
        flipped[place] ^= 1 << place % 8
        yield place, bytes(flipped)


def main(folder):
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
            forged, times = re.subn(this, that, text, count=1, flags=re.MULTILINE)
            if times:
                made.add((this, that))
                forged = forged.encode("utf-8")
                found = misfit(forged + b'{"digest":"%s"}\n' % chance.sha(forged).hex().encode()) or "nothing"
                if not re.search(sentence, found):
                    wrong.append(f"{name}: {this} forged: `{sentence}` was to be found, but: {found}")
    # A test that looks at nothing would always be content.
    wrong += [f"no file to forge {this} in" for this, that, _ in FORGERIES if (this, that) not in made]
    found = f"{flipped} flipped bits and {len(made)} kinds of forgery were found"
    print("\n".join(wrong) or f"{len(files)} games fit; {found}")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
