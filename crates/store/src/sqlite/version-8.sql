-- Version 8: of a command nothing is filed but a number that stands for its name, many of them in one row.

-- Each had a row of its own, under its whole name, in a tree that was written to in many places. The names stand in the log anyway.
ALTER TABLE marks ADD COLUMN commands BLOB; -- since the mark before it; NULL: nothing is known, and the entries themselves are read
DROP TABLE commands;
