-- Version 2: how the dice fell for each player, and who else sat at the table in a game.

-- Counted up, not written down one by one: `times` is how often this value came up for this player in this game.
CREATE TABLE rolls (
    player      INTEGER NOT NULL REFERENCES players (key),
    game        TEXT NOT NULL,
    value       INTEGER NOT NULL,
    times       INTEGER NOT NULL CHECK (times > 0),
    PRIMARY KEY (player, game, value)
) STRICT, WITHOUT ROWID;

-- Whatever a list of games shows beside the result, as JSON text; nothing is known of results from before.
ALTER TABLE results ADD COLUMN details TEXT NOT NULL DEFAULT '';

-- The rows of one player stand in the order of their keys in it, so that a page of them is read from the end.
CREATE INDEX results_in_order ON results (player);
