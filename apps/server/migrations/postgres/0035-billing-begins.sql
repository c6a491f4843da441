-- The first month that documents bill. For parties that have documents it is the month of the first one.
ALTER TABLE partners ADD COLUMN billing_from date;
ALTER TABLE publishers ADD COLUMN billing_from date;
UPDATE partners p SET billing_from = d.first FROM (
  SELECT partner_id, min((substr(payload #>> '{period,end}', 1, 7) || '-01')::date) AS first
  FROM documents WHERE partner_id IS NOT NULL AND kind <> 'creditNote' GROUP BY partner_id) d WHERE d.partner_id = p.id;
UPDATE publishers p SET billing_from = d.first FROM (
  SELECT publisher_id, min((substr(payload #>> '{period,end}', 1, 7) || '-01')::date) AS first
  FROM documents WHERE publisher_id IS NOT NULL AND kind <> 'creditNote' GROUP BY publisher_id) d WHERE d.publisher_id = p.id;

-- Fees belong to the person who proposed them; a fee that continues another one belongs to the same person.
ALTER TABLE flat_fees ADD COLUMN owner_id bigint REFERENCES users;
UPDATE flat_fees f SET owner_id = a.user_id FROM (
  SELECT DISTINCT ON (record_id) record_id, user_id FROM audit
  WHERE entity = 'flatFee' AND action = 'create' AND user_id IS NOT NULL ORDER BY record_id, id) a WHERE a.record_id = f.id;
CREATE INDEX flat_fees_owner_id_refers ON flat_fees (owner_id);
