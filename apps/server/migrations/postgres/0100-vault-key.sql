-- The fingerprint of the one key that seals secrets and persons in this database (platform/vault.ts).
CREATE TABLE vault_key (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  fingerprint bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
