-- A campaign that is not common belongs to the boxes that have it (docs/decisions/0351). Until now every campaign could
-- be added to every box, whatever the setting said, and it stays so until somebody switches it off.
ALTER TABLE campaigns ALTER COLUMN common SET DEFAULT true;
UPDATE campaigns SET common = true WHERE NOT common;
