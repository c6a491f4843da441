-- Click-outs that a deal pays for: from when on a partner's are priced, and which ones have been.
CREATE TABLE clickout_partners (
  partner_id bigint PRIMARY KEY REFERENCES partners,
  since timestamptz NOT NULL
);
CREATE TABLE priced_clickouts (
  fact_id uuid PRIMARY KEY,
  partner_id bigint NOT NULL REFERENCES partners,
  hour timestamptz NOT NULL
);
CREATE INDEX priced_clickouts_by_hour ON priced_clickouts (partner_id, hour);
