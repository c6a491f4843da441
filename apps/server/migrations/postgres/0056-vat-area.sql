-- Areas such as the Canary Islands are in the European Union and outside its VAT area (docs/decisions/0355).
INSERT INTO vat_rules (version, valid_from, treatment, country, category, rate, note_code, note) VALUES
  ('2026-12', '2026-01-01', 'outsideEu', NULL, 'O', 0, 'VATEX-EU-O', 'Not subject to VAT: the place of supply is outside the VAT area of the European Union (Article 44 of Directive 2006/112/EC).'),
  ('2026-12', '2026-01-01', 'outsideEuConsumer', NULL, 'O', 0, 'VATEX-EU-O', 'Not subject to VAT: the place of supply is outside the VAT area of the European Union (Article 59 of Directive 2006/112/EC).');
