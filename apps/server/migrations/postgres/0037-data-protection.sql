-- How long each kind of personal data is kept; a kind without a row has the default of the contract.
CREATE TABLE retention (
  kind text PRIMARY KEY,
  -- Null keeps the data for ever.
  days integer CHECK (days BETWEEN 1 AND 3650),
  changed_by_id bigint NOT NULL REFERENCES users,
  changed_at timestamptz NOT NULL
);
CREATE INDEX retention_changed_by_id_refers ON retention (changed_by_id);

-- Whether the last part of the sealed address has been removed.
ALTER TABLE lead_persons ADD COLUMN address_cut boolean NOT NULL DEFAULT false;
-- Requests of reported transactions that have not been emptied, which the daily run counts.
CREATE INDEX affiliate_transactions_with_request ON affiliate_transactions (received_at) WHERE raw ->> 'method' <> '';
