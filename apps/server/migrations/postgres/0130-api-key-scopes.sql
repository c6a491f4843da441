-- What a key may do, and from where. Keys made before this migration may only read.
ALTER TABLE api_keys
  ADD COLUMN scope text NOT NULL DEFAULT 'read' CHECK (scope IN ('read', 'change')),
  -- Addresses and networks; empty: from everywhere.
  ADD COLUMN address_ranges text[] NOT NULL DEFAULT '{}';

-- The networks a key was used from, so that its owner sees one that they do not know.
CREATE TABLE api_key_networks (
  key_id uuid NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  network text NOT NULL,
  first_used_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (key_id, network)
);
