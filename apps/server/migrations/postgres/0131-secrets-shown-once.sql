-- A site's key is shown in the answer that makes it; only its hash and its last letters are kept.
ALTER TABLE website_lead_keys ADD COLUMN hint text;
UPDATE website_lead_keys SET hint = right(key, 4);
ALTER TABLE website_lead_keys ALTER COLUMN hint SET NOT NULL, DROP COLUMN key;

-- A secret that no protection uses was never needed: one is made, and shown once, when a protection is chosen.
UPDATE partner_postbacks SET secret_sealed = NULL WHERE protection = 'none';
