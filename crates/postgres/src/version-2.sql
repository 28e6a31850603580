-- Version 2: since when nobody has served a table. It only adds: nodes of version 1 go on beside it.

-- How long the node's lease is good after each renewal: `until` without it is when the node was last known to be alive.
ALTER TABLE nodes ADD COLUMN lease INTERVAL NOT NULL DEFAULT interval '6 seconds';
-- When the lease last ran out before it was had again.
ALTER TABLE nodes ADD COLUMN lapsed TIMESTAMPTZ;
-- Since when the owner has the table or, if there is none, nobody has it; unknown for those from before.
ALTER TABLE tables ADD COLUMN since TIMESTAMPTZ;
