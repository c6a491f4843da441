-- What links said that their clicks cost in another currency: which ones have been counted in base currency.
CREATE TABLE priced_costs (
  fact_id uuid PRIMARY KEY,
  hour timestamptz NOT NULL
);
CREATE INDEX priced_costs_by_hour ON priced_costs (hour);
