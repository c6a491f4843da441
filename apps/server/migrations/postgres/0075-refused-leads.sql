-- Leads that were refused, counted by day, site and reason. Those of unknown keys are counted by the end of the key.
CREATE TABLE lead_refusal_counts (
  day date NOT NULL,
  website_id bigint REFERENCES websites,
  key_hint text NOT NULL,
  reason text NOT NULL,
  cases integer NOT NULL,
  replayed integer NOT NULL DEFAULT 0,
  last_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (day, website_id, key_hint, reason)
);
CREATE INDEX lead_refusal_counts_by_website ON lead_refusal_counts (website_id);

-- A refused lead of a known site is kept whole and sealed, so that it can be read again after a fix.
CREATE TABLE lead_refusals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  website_id bigint NOT NULL REFERENCES websites,
  reason text NOT NULL,
  fields text[] NOT NULL,
  sealed bytea,
  -- When it was read again: last without success, and with success.
  tried_at timestamptz,
  replayed_at timestamptz
);
CREATE INDEX lead_refusals_by_website ON lead_refusals (website_id, at);
CREATE INDEX lead_refusals_open ON lead_refusals (id) WHERE replayed_at IS NULL AND sealed IS NOT NULL;
