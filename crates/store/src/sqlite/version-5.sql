-- Version 5: when the server that had a table was last known to be alive, so that the next one knows how long nobody served it.

-- A row for each time that a server opened the file. The time is the store's own, in milliseconds since 1970.
CREATE TABLE runs (
    key         INTEGER PRIMARY KEY,
    seen        INTEGER NOT NULL
) STRICT;

-- The run that created or claimed the table last; nothing is known of those from before. No reference: a run that no living table
-- names is forgotten.
ALTER TABLE tables ADD COLUMN run INTEGER;
