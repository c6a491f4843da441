-- PDF files of manual transactions, byte by byte as they were uploaded. The entries refer to them in their attachments.
CREATE TABLE attachments (
  -- Random, so that nobody can guess the address of somebody else's file.
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  name text NOT NULL,
  body bytea NOT NULL,
  sha256 text NOT NULL,
  added_by bigint NOT NULL REFERENCES users,
  added_at timestamptz NOT NULL
);
CREATE INDEX attachments_added_by_refers ON attachments (added_by);
-- Removals and downloads look for the entries that show a file.
CREATE INDEX manual_transactions_attachments ON manual_transactions USING gin (attachments jsonb_path_ops);
