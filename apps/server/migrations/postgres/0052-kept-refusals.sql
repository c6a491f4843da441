-- A refused postback is kept whole and sealed, so that it can be read again after an integration was mended.
ALTER TABLE postback_refusals ADD COLUMN sealed bytea, ADD COLUMN replayed_at timestamptz;
CREATE INDEX postback_refusals_open ON postback_refusals (partner_id, id)
  WHERE replayed_at IS NULL AND sealed IS NOT NULL AND reason <> 'bad_signature';
