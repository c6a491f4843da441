-- A settlement that was entered wrongly is taken back once, by one with the opposite amount.
ALTER TABLE allocations ADD COLUMN reverses_id bigint UNIQUE REFERENCES allocations;

-- Credit notes never come to more than their invoice. The invoice is locked, so that two notes do not miss each other.
CREATE FUNCTION credit_stays_within() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE invoice documents; noted documents;
BEGIN
  IF NEW.credits_id IS NULL THEN RETURN NEW; END IF;
  SELECT * INTO invoice FROM documents WHERE id = NEW.credits_id FOR UPDATE;
  SELECT coalesce(sum(net), 0), coalesce(sum(total), 0) INTO noted.net, noted.total
    FROM documents WHERE credits_id = NEW.credits_id AND id <> NEW.id;
  IF noted.net + NEW.net > invoice.net OR noted.total + NEW.total > invoice.total THEN
    RAISE EXCEPTION 'the credit notes of document % would exceed it', NEW.credits_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER credit_within BEFORE INSERT OR UPDATE OF net, total ON documents
  FOR EACH ROW EXECUTE FUNCTION credit_stays_within();
