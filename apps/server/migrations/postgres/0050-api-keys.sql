-- Keys with which a person's own programs call the API as that person, until a day. Only a hash of a key is kept.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  token_hash bytea NOT NULL UNIQUE,
  -- The last letters, by which a person tells their keys apart.
  hint text NOT NULL CHECK (char_length(hint) = 4),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX api_keys_by_user ON api_keys (user_id);
