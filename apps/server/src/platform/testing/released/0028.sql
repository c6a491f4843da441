-- What the same installation had added by PostgreSQL 0028.
INSERT INTO publisher_mails (id, subject, html, state, created_by_id, confirmed_by_id, send_at) VALUES
  (901, 'Old news', '<p>Hello</p>', 'sent', 901, 901, '2025-05-01T00:00:00Z');
INSERT INTO mail_people (id, address, created_at) VALUES (901, 'pia@old.example', '2025-05-01T00:00:00Z');
INSERT INTO mail_suppressions (person_id, topic, reason, at) VALUES (901, 'news', 'unsubscribed', '2025-05-02T00:00:00Z');
INSERT INTO site_push_keys (id, public_key, private_sealed) VALUES (901, 'old', '\x01');
INSERT INTO push_subscriptions (id, endpoint, p256dh, auth, vapid_key_id, website_id, geo_id, created_at) VALUES
  (901, 'https://push.example/1', 'p', 'a', 901, 901, 12, '2025-05-01T00:00:00Z');
