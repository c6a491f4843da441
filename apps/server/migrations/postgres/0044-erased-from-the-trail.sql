-- When a person is erased, the person's values are removed from earlier entries of the audit trail. The entries and their
-- hashes stay, because the chain needs them. `erased_at` marks entries that no longer match their hash (docs/decisions/0320).
ALTER TABLE audit ADD COLUMN erased_at timestamptz;
DROP TRIGGER audit_append_only ON audit;
CREATE TRIGGER audit_append_only BEFORE DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION refuse_other_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  erasable text[] := ARRAY['before', 'after', 'erased_at'];
BEGIN
  IF NEW.erased_at IS NULL OR NEW.erased_at = OLD.erased_at OR to_jsonb(NEW) - erasable IS DISTINCT FROM to_jsonb(OLD) - erasable THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_values_erased BEFORE UPDATE ON audit
  FOR EACH ROW EXECUTE FUNCTION refuse_other_change_of_audit();
