-- Rows of an installation at its first release, as its program wrote them (PostgreSQL 0009, ClickHouse 0001).
INSERT INTO users (id, name, email, grade) VALUES (901, 'Olga Old', 'olga@old.example', 'Admin');
INSERT INTO publishers (id, name, commission_percent, contact_email) VALUES (901, 'Old publisher', 12.5, 'post@old.example');
INSERT INTO publisher_contacts (id, publisher_id, position, name, email, phone) VALUES (901, 901, 0, 'Pia Old', 'pia@old.example', '+43 1 234');
INSERT INTO categories (id, name) VALUES (901, 'Old category');
INSERT INTO traffic_sources (id, name, category_id) VALUES (901, 'old_source', 901);
INSERT INTO partner_types (id, name) VALUES (901, 'Old type');
INSERT INTO integrations (id, name, settings_json) VALUES (901, 'Old API', '{"postback": {"names": {"click_id": "subid"}}}');
INSERT INTO partners (id, name, partner_type_id, currency, time_zone, archived_at) VALUES
  (901, 'Old partner', 901, 'USD', 'Europe/Vienna', NULL), (902, 'Archived partner', 901, 'EUR', 'UTC', '2025-01-31T23:30:00Z');
INSERT INTO partners_integrations (record_id, target_id, position) VALUES (901, 901, 0);
INSERT INTO deals (id, partner_id, position, geo_id, integration_id, deal_type, deal, share_percent, lead_cap, valid_from, valid_to) VALUES
  (901, 901, 0, 12, 901, 'CPA', 100.123456, NULL, 5, '2025-01-01', NULL),
  (902, 901, 1, 57, 901, 'Hybrid', 40, 25, NULL, NULL, '2025-06-30');
INSERT INTO robot_partners (id, name, partner_id, integration_id, endpoint_url) VALUES (901, 'Old buyer', 901, 901, 'https://buyer.example/leads');
INSERT INTO websites (id, name, publisher_id) VALUES (901, 'old.example', 901);
INSERT INTO campaigns (id, name, lander_type, target_url) VALUES (901, 'Old campaign', 'affiliate', 'https://old.example/?c={click_id}');
INSERT INTO campaign_boxes (id, name, fallback_url) VALUES (901, 'Old box', 'https://old.example/');
INSERT INTO box_campaigns (campaign_box_id, position, campaign_id, weight) VALUES (901, 0, 901, 100);
INSERT INTO partner_postbacks (partner_id, key_hash, key_sealed) VALUES (901, '\x01', '\x02');
INSERT INTO affiliate_transactions (id, partner_id, integration_id, reference, event, status, meaning, state, click_id, txid, amount, currency, occurred_at, received_at, revenue, counted_at, raw) VALUES
  (901, 901, 901, 'T-1', 'first_deposit', 'ftd', 'first_deposit', 'counted', '01970000-0000-7000-8000-000000000001', 'T-1', 50, 'USD',
   '2025-03-30T00:59:59.999Z', '2025-03-30T01:00:00Z', 92.592593, '2025-03-30T01:00:01Z', '{"method": "GET", "query": {"a": "b"}}');
INSERT INTO fact_chunks (id, rows, done) VALUES ('pg.old', 1, true);
INSERT INTO leads (id, email_hint, phone_hint, status, website_id, reason, received_at, fresh_from) VALUES
  (901, 'a…@old.example', '', 'parked', 901, 'no_deal', '2025-03-30T02:00:00Z', '2025-03-30T02:00:00Z');
INSERT INTO lead_persons (lead_id, sealed, email_index) VALUES (901, '\x0a0b', '\x0c');
INSERT INTO lead_caps (scope, day, accepted) VALUES ('deal 901', '2025-03-30', 5);
INSERT INTO simple_costs (id, name, traffic_source_id, from_day, to_day, amount, currency, spread) VALUES
  (901, 'Old cost', 901, '2025-03-01', '2025-03-31', 1234.567891, 'EUR', 'evenly');
INSERT INTO preferences (user_id, key, value) VALUES (901, 'table-global-deals', '{"columns": ["partnerTypeId", "deal"]}');
