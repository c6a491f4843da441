-- Whether anything may leave this installation (docs/decisions/0278): a restored copy waits for a person.
CREATE TABLE outgoing_stop (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  stopped_at timestamptz,
  reason text,
  armed_at timestamptz,
  armed_by_id bigint REFERENCES users,
  CHECK ((stopped_at IS NULL) = (reason IS NULL))
);
INSERT INTO outgoing_stop DEFAULT VALUES;
CREATE INDEX outgoing_stop_armed_by_id_refers ON outgoing_stop (armed_by_id);
