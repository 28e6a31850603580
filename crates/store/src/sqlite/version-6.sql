-- Version 6: an append touches the page at the end of the log and hardly any other.

-- The two indexes over the log cost a page each for every append, since neighbours in time are not neighbours in an index by table.
-- Entries now name the one before them, `heads` the last one of a table: small rows, hundreds to a page. Commands are filed many at a time.
CREATE TABLE log_in_order (
    key         INTEGER PRIMARY KEY,
    table_key   INTEGER NOT NULL, -- of `tables`; a reference would have the whole log read when a table is deleted
    seq         INTEGER NOT NULL CHECK (seq > 0),
    before      INTEGER, -- the key of the table's entry before this one
    at          INTEGER NOT NULL,
    kind        TEXT NOT NULL,
    body        BLOB NOT NULL,
    player      INTEGER REFERENCES players (key),
    command     TEXT CHECK ((command IS NULL) = (player IS NULL)),
    digest      BLOB CHECK ((digest IS NULL) = (command IS NULL) AND length(digest) = 32),
    until       INTEGER CHECK (until IS NULL OR (command IS NOT NULL AND until > seq))
) STRICT;
INSERT INTO log_in_order (key, table_key, seq, before, at, kind, body, player, command, digest, until)
SELECT key, table_key, seq, lag(key) OVER (PARTITION BY table_key ORDER BY seq), at, kind, body, player, command, digest, until
FROM log ORDER BY key;

-- The last entry of each table.
CREATE TABLE heads (
    table_key   INTEGER PRIMARY KEY REFERENCES tables (key),
    seq         INTEGER NOT NULL CHECK (seq > 0),
    entry       INTEGER NOT NULL -- its key in the log
) STRICT;
INSERT INTO heads (table_key, seq, entry)
SELECT table_key, seq, key FROM log AS last WHERE seq = (SELECT max(seq) FROM log WHERE log.table_key = last.table_key);

-- Some entries of a table, so that one in the midst of it is found without a walk from the end. All commands up to the last mark are filed.
CREATE TABLE marks (
    table_key   INTEGER NOT NULL REFERENCES tables (key),
    seq         INTEGER NOT NULL,
    entry       INTEGER NOT NULL,
    PRIMARY KEY (table_key, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO marks (table_key, seq, entry)
SELECT table_key, seq, key FROM log WHERE seq % 64 = 0 UNION SELECT table_key, seq, entry FROM heads;

-- Commands by the name that their sender gave them.
CREATE TABLE commands (
    table_key   INTEGER NOT NULL REFERENCES tables (key),
    player      INTEGER NOT NULL,
    command     TEXT NOT NULL,
    entry       INTEGER NOT NULL,
    PRIMARY KEY (table_key, player, command)
) STRICT, WITHOUT ROWID;
INSERT INTO commands (table_key, player, command, entry)
SELECT table_key, player, command, key FROM log WHERE command IS NOT NULL;

DROP TABLE log;
ALTER TABLE log_in_order RENAME TO log;
