-- Version 3: a line of chat is known by the name that its sender gave it, so that it is not said twice when the answer was lost. It only
-- adds: nodes of version 2 go on beside it.
ALTER TABLE chat ADD COLUMN command TEXT CHECK (command IS NULL OR player IS NOT NULL);
ALTER TABLE chat ADD COLUMN digest BYTEA CHECK ((digest IS NULL) = (command IS NULL) AND length(digest) = 32);
