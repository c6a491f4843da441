-- The history of a document names the address that it was sent to. When the person is erased, the address is replaced; the
-- entry itself and everything else in it stays (docs/product/data-protection.md).
DROP TRIGGER append_only ON document_events;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON document_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION refuse_other_change_of_document_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.detail ->> 'to' IS DISTINCT FROM '[erased]' OR NOT OLD.detail ? 'to' OR NEW.detail - 'to' IS DISTINCT FROM OLD.detail - 'to'
    OR to_jsonb(NEW) - 'detail' IS DISTINCT FROM to_jsonb(OLD) - 'detail' THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER recipient_erased BEFORE UPDATE ON document_events
  FOR EACH ROW EXECUTE FUNCTION refuse_other_change_of_document_events();
