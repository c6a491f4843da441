-- The function serves tables of which only one has the column `purpose`, so it reads the column from the row as JSON.
CREATE OR REPLACE FUNCTION part_of_issued_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE parent bigint := CASE WHEN TG_OP = 'INSERT' THEN NEW.document_id ELSE OLD.document_id END;
BEGIN
  IF TG_OP = 'INSERT' AND to_jsonb(NEW) ->> 'purpose' IN ('pdf', 'ubl') THEN RETURN NEW; END IF;
  IF EXISTS (SELECT 1 FROM documents WHERE id = parent AND state = 'issued') THEN
    RAISE EXCEPTION 'the parts of an issued document are never changed';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
