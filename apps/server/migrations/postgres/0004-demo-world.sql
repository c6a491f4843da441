-- Says that the demo world is whole; written last.
CREATE TABLE demo_world (
  ends_at timestamptz NOT NULL,
  facts integer NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now()
);
