-- The most that links of a source may cost on a day in UTC (docs/product/clicks.md#costs-in-links). Sources that exist
-- get no limit, because they may have cost more on a day.
ALTER TABLE traffic_sources ADD COLUMN most_cost_per_day numeric(20,6) CHECK (most_cost_per_day >= 0);

-- The money that was counted from links of a source by the day of its clicks, apart from what routers took at once.
CREATE TABLE source_cost_days (
  traffic_source_id bigint NOT NULL REFERENCES traffic_sources,
  day date NOT NULL,
  cost numeric(20,6) NOT NULL CHECK (cost >= 0),
  PRIMARY KEY (traffic_source_id, day)
);
CREATE INDEX source_cost_days_by_day ON source_cost_days (day);

ALTER TABLE link_problems DROP CONSTRAINT link_problems_problem_check;
ALTER TABLE link_problems ADD CONSTRAINT link_problems_problem_check CHECK (problem IN
  ('cost_not_allowed', 'cost_unreadable', 'cost_too_high', 'cost_too_high_for_day', 'cost_currency', 'unknown_source',
   'unknown_postback'));
