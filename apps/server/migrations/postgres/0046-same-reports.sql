-- Two reports are the same only if click, amount, currency and time are equal too (docs/decisions/0331). Earlier rows
-- keep an empty fingerprint: whatever the partner sends of them again is weighed beside them, not counted twice.
ALTER TABLE affiliate_transactions ADD COLUMN fingerprint text NOT NULL DEFAULT '' CHECK (char_length(fingerprint) <= 60);
ALTER TABLE affiliate_transactions DROP CONSTRAINT affiliate_transactions_partner_id_reference_event_key;
ALTER TABLE affiliate_transactions ADD UNIQUE (partner_id, reference, event, fingerprint);
-- Crypto currencies and the codes of partners' own units have up to ten characters.
ALTER TABLE affiliate_transactions DROP CONSTRAINT affiliate_transactions_currency_check;
ALTER TABLE affiliate_transactions ADD CONSTRAINT affiliate_transactions_currency_check CHECK (currency ~ '^[A-Z][A-Z0-9]{2,9}$');
ALTER TABLE exchange_rates DROP CONSTRAINT exchange_rates_currency_check;
ALTER TABLE exchange_rates ADD CONSTRAINT exchange_rates_currency_check CHECK (currency ~ '^[A-Z][A-Z0-9]{2,9}$' AND currency <> 'EUR');
