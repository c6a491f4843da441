-- The currency in which a person sees the amounts of the statistics; null for the base currency (docs/decisions/0365).
ALTER TABLE users ADD COLUMN display_currency text CHECK (display_currency ~ '^[A-Z]{3}$');
