-- Partner overrides and changes of many deals count when they were approved (docs/decisions/0206).
ALTER TABLE partner_overrides
  ADD COLUMN override_status text NOT NULL DEFAULT 'proposed' CHECK (override_status IN ('proposed', 'approved', 'rejected')),
  ADD COLUMN decided_at timestamptz,
  ADD COLUMN decision_note text;

-- The terms of each override that were approved last; only these price conversions.
CREATE TABLE approved_overrides (
  override_id bigint PRIMARY KEY REFERENCES partner_overrides,
  partner_id bigint NOT NULL,
  geo_id bigint,
  traffic_source_id bigint,
  deal_type text NOT NULL,
  amount numeric(20,6) NOT NULL,
  currency text NOT NULL,
  valid_from date NOT NULL,
  valid_to date
);
CREATE INDEX approved_overrides_by_partner ON approved_overrides (partner_id);

-- What applied before there was an approval goes on.
UPDATE partner_overrides SET override_status = 'approved';
INSERT INTO approved_overrides
  SELECT id, partner_id, geo_id, traffic_source_id, deal_type, amount, currency, valid_from, valid_to FROM partner_overrides;

-- Other terms wait for approval again; until then what was approved goes on. A restored override waits before it applies.
CREATE FUNCTION changed_override_waits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.partner_id, OLD.geo_id, OLD.traffic_source_id, OLD.deal_type, OLD.amount, OLD.currency, OLD.valid_from, OLD.valid_to)
     IS DISTINCT FROM
     (NEW.partner_id, NEW.geo_id, NEW.traffic_source_id, NEW.deal_type, NEW.amount, NEW.currency, NEW.valid_from, NEW.valid_to)
     OR (OLD.archived_at IS NOT NULL AND NEW.archived_at IS NULL) THEN
    NEW.override_status := 'proposed';
    NEW.decided_at := NULL;
    NEW.decision_note := NULL;
  END IF;
  IF OLD.archived_at IS NOT NULL AND NEW.archived_at IS NULL THEN
    DELETE FROM approved_overrides WHERE override_id = NEW.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER changed_waits BEFORE UPDATE ON partner_overrides FOR EACH ROW EXECUTE FUNCTION changed_override_waits();

-- Changes of many deals, exactly as they were previewed.
CREATE TABLE deal_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ask jsonb NOT NULL,
  changes jsonb NOT NULL,
  -- The versions of the partners in the preview: a change of any of them voids it.
  versions jsonb NOT NULL,
  content_hash text NOT NULL,
  change_status text NOT NULL DEFAULT 'proposed' CHECK (change_status IN ('proposed', 'approved', 'rejected')),
  proposed_by_id bigint NOT NULL REFERENCES users,
  proposed_at timestamptz NOT NULL,
  decided_at timestamptz,
  decision_note text
);
CREATE INDEX deal_changes_open ON deal_changes (id) WHERE change_status = 'proposed';
CREATE INDEX deal_changes_proposed_by_id_refers ON deal_changes (proposed_by_id);
