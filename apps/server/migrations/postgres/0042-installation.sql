-- What tells this installation from a copy of it: a backup does not contain the row, so every restored copy gets another id
-- (docs/decisions/0318). `files_place` is the FILES_TARGET that this installation has taken.
CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  files_place text
);
INSERT INTO installation DEFAULT VALUES;
