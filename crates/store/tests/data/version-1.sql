-- A database of version 1, recorded once. Never change it: it proves that the files of that version still open.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE players (
    key         INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    name        TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    seen_at     INTEGER NOT NULL,
    topped_up   INTEGER -- the last day, counted from 1970, on which the house gave chips
) STRICT;
INSERT INTO players VALUES(1,'anna','Änne',1,50,NULL);
INSERT INTO players VALUES(2,'bert','BERT',1,1,20000);
CREATE TABLE tokens (
    hash        BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player      INTEGER NOT NULL REFERENCES players (key),
    created_at  INTEGER NOT NULL,
    used_at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO tokens VALUES(X'616e6e6100000000000000000000000000000000000000000000000000000000',1,1,50);
INSERT INTO tokens VALUES(X'6265727400000000000000000000000000000000000000000000000000000000',2,1,1);
INSERT INTO tokens VALUES(X'70686f6e65000000000000000000000000000000000000000000000000000000',1,5,5);
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
INSERT INTO tables VALUES(1,'t',2,70,70,1,'kniffel',1,'abc234','Round one',4,1,2,99000,0,'{}');
INSERT INTO tables VALUES(2,'u',1,80,80,3,'kniffel',0,NULL,'Round one',4,1,2,NULL,1,'{}');
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
INSERT INTO log VALUES(1,1,1,7,'move',X'7b2274797065223a227374617274227d',NULL,NULL,NULL);
INSERT INTO log VALUES(2,1,2,7,'move',X'7b2274797065223a22726f6c6c227d',1,'c-1',X'7b2274797065223a22726f6c6c227d0000000000000000000000000000000000');
INSERT INTO log VALUES(3,1,3,7,'move',X'7b2274797065223a22726f6c6c6564222c2264696365223a5b312c322c332c342c355d7d',NULL,NULL,NULL);
CREATE TABLE snapshots (
    table_key   INTEGER PRIMARY KEY REFERENCES tables (key),
    seq         INTEGER NOT NULL CHECK (seq >= 0),
    body        BLOB NOT NULL
) STRICT;
INSERT INTO snapshots VALUES(1,2,X'7b22736571223a327d');
CREATE TABLE seats (
    table_key   INTEGER NOT NULL REFERENCES tables (key),
    player      INTEGER NOT NULL REFERENCES players (key),
    seat        INTEGER NOT NULL,
    PRIMARY KEY (table_key, player),
    UNIQUE (table_key, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO seats VALUES(1,1,0);
INSERT INTO seats VALUES(1,2,2);
CREATE TABLE chat (
    key         INTEGER PRIMARY KEY,
    table_key   INTEGER NOT NULL REFERENCES tables (key),
    at          INTEGER NOT NULL,
    player      INTEGER REFERENCES players (key),
    text        TEXT NOT NULL
) STRICT;
INSERT INTO chat VALUES(1,1,71,1,'hello');
INSERT INTO chat VALUES(2,1,72,NULL,'welcome');
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
INSERT INTO results VALUES(1,1,'kniffel','older',1,0,251,1,40);
CREATE TABLE accounts (
    key         INTEGER PRIMARY KEY,
    kind        INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2), -- house, player, table
    owner       TEXT NOT NULL,
    balance     INTEGER NOT NULL CHECK (kind = 0 OR balance >= 0),
    UNIQUE (kind, owner)
) STRICT;
INSERT INTO accounts VALUES(1,0,'',-1200);
INSERT INTO accounts VALUES(2,1,'anna',940);
INSERT INTO accounts VALUES(3,1,'bert',200);
INSERT INTO accounts VALUES(4,2,'t',60);
CREATE TABLE transfers (
    key         INTEGER PRIMARY KEY,
    giver       INTEGER NOT NULL REFERENCES accounts (key),
    taker       INTEGER NOT NULL REFERENCES accounts (key) CHECK (taker <> giver),
    amount      INTEGER NOT NULL CHECK (amount > 0),
    reason      TEXT NOT NULL,
    at          INTEGER NOT NULL
) STRICT;
INSERT INTO transfers VALUES(1,1,2,1000,'welcome',1);
INSERT INTO transfers VALUES(2,1,3,200,'top-up',60);
INSERT INTO transfers VALUES(3,2,4,60,'stake',7);
CREATE INDEX tokens_of_player ON tokens (player);
CREATE UNIQUE INDEX tables_by_code ON tables (code) WHERE code IS NOT NULL AND status < 3;
CREATE INDEX tables_in_lobby ON tables (changed_at) WHERE public = 1 AND status < 3;
CREATE INDEX tables_alive ON tables (wake_at) WHERE status < 3;
CREATE INDEX tables_to_forget ON tables (changed_at) WHERE status = 3 AND keep = 0;
CREATE UNIQUE INDEX log_by_command ON log (table_key, player, command) WHERE command IS NOT NULL;
CREATE INDEX seats_of_player ON seats (player);
CREATE INDEX chat_at_table ON chat (table_key);
CREATE INDEX results_of_player ON results (player, game);
CREATE INDEX transfers_by_giver ON transfers (giver);
CREATE INDEX transfers_by_taker ON transfers (taker);
CREATE TRIGGER transfers_stay BEFORE DELETE ON transfers BEGIN SELECT raise(ABORT, 'transfers are never deleted'); END;
CREATE TRIGGER transfers_stand BEFORE UPDATE ON transfers BEGIN SELECT raise(ABORT, 'transfers are never changed'); END;
PRAGMA user_version = 1;
COMMIT;
