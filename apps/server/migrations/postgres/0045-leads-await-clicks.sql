-- Leads whose click is not known yet: what it knows of them is added once it is.
CREATE TABLE leads_awaiting_clicks (
  lead_id bigint PRIMARY KEY REFERENCES leads,
  next_try_at timestamptz NOT NULL
);
CREATE INDEX leads_awaiting_clicks_due ON leads_awaiting_clicks (next_try_at);
