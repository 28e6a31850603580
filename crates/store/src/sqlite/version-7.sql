-- Version 7: a line of chat is known by the name that its sender gave it, so that it is not said twice when the answer was lost.
ALTER TABLE chat ADD COLUMN command TEXT CHECK (command IS NULL OR player IS NOT NULL);
ALTER TABLE chat ADD COLUMN digest BLOB CHECK ((digest IS NULL) = (command IS NULL) AND length(digest) = 32);
