-- Changes that were undone: a change is everything that one request wrote into the audit trail.
CREATE TABLE undone_changes (
  request_id text PRIMARY KEY,
  -- The request that undid it, which is a change of its own.
  by_request_id text NOT NULL UNIQUE,
  at timestamptz NOT NULL
);
CREATE INDEX audit_by_person ON audit (user_id, id DESC) WHERE user_id IS NOT NULL;
CREATE INDEX audit_by_request ON audit (request_id) WHERE request_id IS NOT NULL;
