-- How our hosts did when they were looked at: each look is kept.
CREATE TABLE host_checks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  host text NOT NULL,
  at timestamptz NOT NULL,
  http integer,
  certificate_until timestamptz,
  ms integer NOT NULL,
  problem text
);
CREATE INDEX host_checks_by_host ON host_checks (host, at DESC);
