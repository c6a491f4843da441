-- Where an offer's visitors go, and how full each capped deal is beyond what the lead distribution counts exactly.
ALTER TABLE offers ADD COLUMN target_url text;

-- Per deal with a lead cap: leads that the partner itself reported on its day, clicks whose lead may still come, and how
-- many clicks become leads. Measured again and again by the worker, read by every router.
CREATE TABLE deal_flow (
  deal_id bigint PRIMARY KEY REFERENCES deals ON DELETE CASCADE,
  day date NOT NULL,
  reported integer NOT NULL DEFAULT 0,
  in_flight integer NOT NULL DEFAULT 0,
  lead_rate numeric(9,6) NOT NULL DEFAULT 0,
  measured_at timestamptz NOT NULL
);
