-- Since when a worker has found a data folder that does not fit, while none that fits was seen (docs/decisions/0251).
ALTER TABLE mail_sender ADD COLUMN doubted_at timestamptz;
