-- A click leaves once. Two routers that are asked within the second a fact takes to be known may both count its step: all
-- but one are taken back, and no partner pays for a second one.
ALTER TABLE priced_clickouts ADD COLUMN click_id uuid;
CREATE UNIQUE INDEX priced_clickouts_by_click ON priced_clickouts (click_id) WHERE click_id IS NOT NULL;
CREATE TABLE doubled_clickouts (
  fact_id uuid PRIMARY KEY,
  at timestamptz NOT NULL
);
CREATE INDEX doubled_clickouts_by_age ON doubled_clickouts (at);
