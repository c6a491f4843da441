-- Amounts of documents and payments have the minor units of their currency: none for JPY, three for KWD (docs/decisions/0348).
-- Taking the scale away changes no stored value; the constraint keeps unrounded amounts out.
-- A trigger that names columns has to go while their type changes.
DROP TRIGGER credit_within ON documents;
ALTER TABLE documents
  ALTER COLUMN net TYPE numeric, ALTER COLUMN vat TYPE numeric, ALTER COLUMN total TYPE numeric,
  ALTER COLUMN base_total TYPE numeric,
  ADD CONSTRAINT documents_minor_units CHECK (greatest(scale(net), scale(vat), scale(total), scale(base_total)) <= 4);
CREATE TRIGGER credit_within BEFORE INSERT OR UPDATE OF net, total ON documents
  FOR EACH ROW EXECUTE FUNCTION credit_stays_within();
ALTER TABLE document_lines
  ALTER COLUMN net TYPE numeric,
  ADD CONSTRAINT document_lines_minor_units CHECK (scale(net) <= 4);
ALTER TABLE payments
  ALTER COLUMN amount TYPE numeric, ALTER COLUMN base_amount TYPE numeric,
  ADD CONSTRAINT payments_minor_units CHECK (greatest(scale(amount), scale(base_amount)) <= 4);
ALTER TABLE allocations
  ALTER COLUMN amount TYPE numeric, ALTER COLUMN taken TYPE numeric,
  ADD CONSTRAINT allocations_minor_units CHECK (greatest(scale(amount), scale(taken)) <= 4);
ALTER TABLE postings
  ALTER COLUMN amount TYPE numeric, ALTER COLUMN base_amount TYPE numeric,
  ADD CONSTRAINT postings_minor_units CHECK (greatest(scale(amount), scale(base_amount)) <= 4);
