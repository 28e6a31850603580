-- Version 1. A step that is out is never changed: the next version is a step of its own.
-- Times are milliseconds since 1970. `key` is a short name inside this file, `id` the name that the server gave.

CREATE TABLE players (
    key         INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    name        TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    seen_at     INTEGER NOT NULL,
    topped_up   INTEGER -- the last day, counted from 1970, on which the house gave chips
) STRICT;

CREATE TABLE tokens (
    hash        BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player      INTEGER NOT NULL REFERENCES players (key),
    created_at  INTEGER NOT NULL,
    used_at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_of_player ON tokens (player);

CREATE TABLE tables (
    key         INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    epoch       INTEGER NOT NULL CHECK (epoch > 0),
    created_at  INTEGER NOT NULL,
    changed_at  INTEGER NOT NULL,
    status      INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3), -- open, running, finished, closed
    game        TEXT NOT NULL,
    public      INTEGER NOT NULL CHECK (public IN (0, 1)),
    code        TEXT,
    name        TEXT NOT NULL,
    seats       INTEGER NOT NULL,
    people      INTEGER NOT NULL,
    bots        INTEGER NOT NULL,
    wake_at     INTEGER,
    keep        INTEGER NOT NULL CHECK (keep IN (0, 1)),
    details     TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX tables_by_code ON tables (code) WHERE code IS NOT NULL AND status < 3;
CREATE INDEX tables_in_lobby ON tables (changed_at) WHERE public = 1 AND status < 3;
CREATE INDEX tables_alive ON tables (wake_at) WHERE status < 3;
CREATE INDEX tables_to_forget ON tables (changed_at) WHERE status = 3 AND keep = 0;

-- Rows stand in the order of their arrival, so that a group of appends touches few pages; the index finds a table's own.
CREATE TABLE log (
    key         INTEGER PRIMARY KEY,
    table_key   INTEGER NOT NULL REFERENCES tables (key),
    seq         INTEGER NOT NULL CHECK (seq > 0),
    at          INTEGER NOT NULL,
    kind        TEXT NOT NULL,
    body        BLOB NOT NULL,
    player      INTEGER REFERENCES players (key),
    command     TEXT CHECK ((command IS NULL) = (player IS NULL)),
    digest      BLOB CHECK ((digest IS NULL) = (command IS NULL) AND length(digest) = 32),
    UNIQUE (table_key, seq)
) STRICT;
CREATE UNIQUE INDEX log_by_command ON log (table_key, player, command) WHERE command IS NOT NULL;

CREATE TABLE snapshots (
    table_key   INTEGER PRIMARY KEY REFERENCES tables (key),
    seq         INTEGER NOT NULL CHECK (seq >= 0),
    body        BLOB NOT NULL
) STRICT;

CREATE TABLE seats (
    table_key   INTEGER NOT NULL REFERENCES tables (key),
    player      INTEGER NOT NULL REFERENCES players (key),
    seat        INTEGER NOT NULL,
    PRIMARY KEY (table_key, player),
    UNIQUE (table_key, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_of_player ON seats (player);

CREATE TABLE chat (
    key         INTEGER PRIMARY KEY,
    table_key   INTEGER NOT NULL REFERENCES tables (key),
    at          INTEGER NOT NULL,
    player      INTEGER REFERENCES players (key),
    text        TEXT NOT NULL
) STRICT;
CREATE INDEX chat_at_table ON chat (table_key);

-- Results outlive their tables, so these are named by id.
CREATE TABLE results (
    key         INTEGER PRIMARY KEY,
    player      INTEGER NOT NULL REFERENCES players (key),
    game        TEXT NOT NULL,
    table_id    TEXT NOT NULL,
    game_number INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    score       INTEGER NOT NULL,
    won         INTEGER NOT NULL CHECK (won IN (0, 1)),
    at          INTEGER NOT NULL,
    UNIQUE (table_id, game_number, seat)
) STRICT;
CREATE INDEX results_of_player ON results (player, game);

-- Accounts outlive their owners too: the transfers name them.
CREATE TABLE accounts (
    key         INTEGER PRIMARY KEY,
    kind        INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2), -- house, player, table
    owner       TEXT NOT NULL,
    balance     INTEGER NOT NULL CHECK (kind = 0 OR balance >= 0),
    UNIQUE (kind, owner)
) STRICT;
INSERT INTO accounts (kind, owner, balance) VALUES (0, '', 0);

CREATE TABLE transfers (
    key         INTEGER PRIMARY KEY,
    giver       INTEGER NOT NULL REFERENCES accounts (key),
    taker       INTEGER NOT NULL REFERENCES accounts (key) CHECK (taker <> giver),
    amount      INTEGER NOT NULL CHECK (amount > 0),
    reason      TEXT NOT NULL,
    at          INTEGER NOT NULL
) STRICT;
CREATE INDEX transfers_by_giver ON transfers (giver);
CREATE INDEX transfers_by_taker ON transfers (taker);
CREATE TRIGGER transfers_stay BEFORE DELETE ON transfers BEGIN SELECT raise(ABORT, 'transfers are never deleted'); END;
CREATE TRIGGER transfers_stand BEFORE UPDATE ON transfers BEGIN SELECT raise(ABORT, 'transfers are never changed'); END;
