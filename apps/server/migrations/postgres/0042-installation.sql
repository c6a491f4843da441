-- Identifies this installation. Backups do not contain the row, so every restored copy gets an id of its own
-- (docs/decisions/0318). `files_place` is the FILES_TARGET that has the files of this installation.
CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  files_place text
);
INSERT INTO installation DEFAULT VALUES;
