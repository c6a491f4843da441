-- What tells this installation from a copy of it: a backup does not contain the id, so every restored copy gets another one
-- (docs/decisions/0318).
CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO installation DEFAULT VALUES;
