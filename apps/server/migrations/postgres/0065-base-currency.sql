-- The base currency of this installation (docs/decisions/0365). Backups contain it, because their facts are in it. Until
-- now it was the euro everywhere.
CREATE TABLE base_currency (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  code text NOT NULL CHECK (code ~ '^[A-Z]{3}$')
);
INSERT INTO base_currency (code) VALUES ('EUR');

CREATE FUNCTION base_currency() RETURNS text LANGUAGE sql STABLE AS $$ SELECT code FROM base_currency $$;
ALTER TABLE publishers ALTER COLUMN currency SET DEFAULT base_currency();
ALTER TABLE partners ALTER COLUMN currency SET DEFAULT base_currency();
ALTER TABLE global_deals ALTER COLUMN currency SET DEFAULT base_currency();
ALTER TABLE partner_overrides ALTER COLUMN currency SET DEFAULT base_currency();
ALTER TABLE legal_entities ALTER COLUMN functional_currency SET DEFAULT base_currency();
