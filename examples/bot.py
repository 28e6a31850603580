"""A Catan player: stammtisch simulate catan --seats 'greedy,exec:python3 examples/bot.py' (docs/bots.md §7).

It settles where the dice fall, builds what gives most, puts the robber where it hurts others, and refuses all offers.
"""
import json
import sys

ORDER = ["play_victory_point", "build_city", "build_settlement", "place_settlement", "place_road", "play_year_of_plenty",
         "play_monopoly", "roll_dice", "play_knight", "buy_dev_card", "play_road_building", "build_road", "bank_trade",
         "move_robber", "steal", "decline_trade", "end_road_building", "end_turn"]
CITY, SETTLEMENT = {"wheat": 2, "ore": 3}, {"wood": 1, "brick": 1, "sheep": 1, "wheat": 1}

def corners(tile):
    q, r = map(int, tile["hex"].split(","))
    return [f"{2 * q + r + 5 + x},{2 * r + 4 + y}" for x, y in [(0, 0), (-1, 1), (1, 1), (-1, 2), (1, 2), (0, 3)]]

def pips(tile):
    return 6 - abs(7 - tile["number"]) if "number" in tile else 0

def worth(action, view, seat):
    """How much better an action is than others of its kind; None if it is not worth doing at all."""
    kind, me, hexes = action["type"], view["players"][seat], view["board"]["hexes"]
    if "vertexId" in action:
        return sum(pips(tile) for tile in hexes if action["vertexId"] in corners(tile))
    if kind == "move_robber":
        tile = next(tile for tile in hexes if tile["hex"] == action["hexId"])
        owners = [view[built][at] for at in corners(tile) for built in ("settlements", "cities") if at in view[built]]
        return -9 if seat in owners else pips(tile) * len(owners)
    if kind == "build_road" and not view["freeRoads"]:  # two roads for a settlement, not a road for its own sake
        houses = sum(owner == seat for built in ("settlements", "cities") for owner in view[built].values())
        return 0 if 15 - me["roadsLeft"] < 2 * houses + 2 and me["settlementsLeft"] else None
    if kind == "bank_trade":  # only for what the next building lacks, and nothing that it needs
        goal = CITY if me["settlementsLeft"] < 3 and me["citiesLeft"] else SETTLEMENT
        spare = me["resources"][action["give"]] - goal.get(action["give"], 0)
        return spare if spare >= 4 and me["resources"][action["receive"]] < goal.get(action["receive"], 0) else None
    return 0

def choose(view, legal, seat):
    for described in legal["open"]:
        if described["type"] == "discard":  # too many to be listed: whatever there is most of
            hand = dict(view["players"][seat]["resources"])
            for _ in range(described["count"]):
                hand[max(hand, key=hand.get)] -= 1
            return {"type": "discard", "resources": {k: n - hand[k] for k, n in view["players"][seat]["resources"].items()}}
    actions = [one["action"] for one in legal["actions"] if one["action"]["type"] in ORDER]
    rated = [(-ORDER.index(a["type"]), worth(a, view, seat), i) for i, a in enumerate(actions)]
    rated = [one for one in rated if one[1] is not None]
    return actions[max(rated)[2]] if rated else None

for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    elif said["type"] == "new_game":
        seat = said["seat"]
    elif said["type"] == "choose":
        print(json.dumps({"id": said["id"], "action": choose(said["view"], said["legal"], seat)}), flush=True)
