-- The VAT of a service follows the status of whoever sells (docs/decisions/0322).
ALTER TABLE partners ADD COLUMN tax_number text;
ALTER TABLE publishers ADD COLUMN tax_number text;
ALTER TABLE legal_entities ADD COLUMN tax_number text;

ALTER TABLE vat_rules DROP CONSTRAINT vat_rules_treatment_check;
ALTER TABLE vat_rules ADD CONSTRAINT vat_rules_treatment_check CHECK (treatment IN ('domestic', 'reverseCharge',
  'outsideEu', 'outsideEuConsumer', 'abroad', 'smallBusiness', 'smallBusinessOutsideEu', 'euConsumer', 'privateSeller'));

INSERT INTO vat_rules (version, valid_from, treatment, country, category, rate, note_code, note) VALUES
  ('2026-11', '2026-01-01', 'domestic', 'GB', 'S', 20, NULL, NULL),
  ('2026-11', '2026-01-01', 'domestic', 'CH', 'S', 8.1, NULL, NULL),
  ('2026-11', '2026-01-01', 'outsideEuConsumer', NULL, 'O', 0, 'VATEX-EU-O', 'Not subject to VAT: the place of supply is outside the European Union (Article 59 of Directive 2006/112/EC).'),
  ('2026-11', '2026-01-01', 'abroad', NULL, 'O', 0, 'VATEX-EU-O', 'Not subject to VAT: the service is supplied in the country where its recipient is established.'),
  ('2026-11', '2026-01-01', 'smallBusinessOutsideEu', NULL, 'E', 0, NULL, 'Exempt from VAT: the seller is a small business under the law of its country.'),
  ('2026-11', '2026-01-01', 'privateSeller', NULL, 'O', 0, 'VATEX-EU-O', 'Not subject to VAT: the seller is a private person and not a taxable person.');

-- The disputed event and its amount, so that every step of the document can say how much is disputed. Facts never change.
ALTER TABLE disputes ADD COLUMN exact numeric(20,6), ADD COLUMN kind text NOT NULL DEFAULT '';
