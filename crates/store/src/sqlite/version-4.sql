-- Version 4: where the commit of a command ends, so that a command is answered with the same number again.

-- Absent if the command's own entry was the last one, as it mostly is; nothing is known of commands from before.
ALTER TABLE log ADD COLUMN until INTEGER CHECK (until IS NULL OR (command IS NOT NULL AND until > seq));
