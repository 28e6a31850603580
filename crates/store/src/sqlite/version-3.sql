-- Version 3: what the host of a server decides about people: who is silent, who is out, who may come in, who is forgotten.

ALTER TABLE players ADD COLUMN muted INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1));
ALTER TABLE players ADD COLUMN banned INTEGER NOT NULL DEFAULT 0 CHECK (banned IN (0, 1));
ALTER TABLE players ADD COLUMN erased_at INTEGER; -- when the person was forgotten; the row stays for logs and ledger
CREATE INDEX players_judged ON players (key) WHERE muted = 1 OR banned = 1;

CREATE TABLE banned_addresses (
    address     TEXT NOT NULL PRIMARY KEY,
    at          INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Not a hash: the host wants to read a code out again, and whoever reads this file needs no invitation.
CREATE TABLE invites (
    code        TEXT NOT NULL PRIMARY KEY CHECK (length(code) BETWEEN 1 AND 64),
    note        TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    until       INTEGER,
    uses        INTEGER NOT NULL CHECK (uses >= 0) -- that are left
) STRICT, WITHOUT ROWID;
