-- The statistics engine that holds the facts of this database: the id of its table of facts. Another one would get only
-- a part of them (docs/decisions/0299).
CREATE TABLE statistics_engine (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  facts_id uuid NOT NULL
);
