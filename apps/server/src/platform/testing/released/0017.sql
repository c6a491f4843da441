-- What the same installation had added by PostgreSQL 0017 and ClickHouse 0003.
INSERT INTO runs (id, kind, key, title, owner_id, input, input_hash, state, expected_at, finished_at, created_at) VALUES
  (901, 'old kind', 'old 1', 'Old run', 901, '{}', '\x01', 'succeeded', '2025-04-01T00:00:00Z', '2025-04-01T00:00:01Z', '2025-04-01T00:00:00Z');
INSERT INTO legal_entities (id, name, legal_name, street, postal_code, city, billing_geo_id, number_prefix) VALUES
  (901, 'Old entity', 'Old Entity GmbH', 'Ring 1', '1010', 'Wien', 12, 'OLD');
INSERT INTO documents (id, kind, side, legal_entity_id, partner_id, currency, payload, payload_hash, net, vat, total, base_total, created_by, created_at, updated_at) VALUES
  (901, 'invoice', 'receivable', 901, 901, 'USD', '{"period": {"start": "2025-03-01", "end": "2025-03-31"}}', 'h', 100, 20, 120, 111.11, 901, '2025-04-01T00:00:00Z', '2025-04-01T00:00:00Z');
INSERT INTO payments (id, legal_entity_id, side, partner_id, day, currency, amount, base_amount, rate, created_by, created_at) VALUES
  (901, 901, 'receivable', 901, '2025-04-15', 'USD', 60.5, 56.02, '{"rate": "0.925926"}', 901, '2025-04-15T00:00:00Z');
UPDATE deals SET fixed_amount = 101 WHERE id = 901;
