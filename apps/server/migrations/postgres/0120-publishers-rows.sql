-- Gambling links and flat fee contacts that people of a publisher make belong to that publisher: it sees its own alone.
ALTER TABLE gambling_links ADD COLUMN publisher_id bigint REFERENCES publishers;
ALTER TABLE flat_fee_contacts ADD COLUMN publisher_id bigint REFERENCES publishers;

UPDATE gambling_links l SET publisher_id = u.publisher_id
  FROM users u WHERE u.id = l.manager_id AND u.grade = 'Publisher';

CREATE INDEX gambling_links_publisher_id ON gambling_links (publisher_id);
CREATE INDEX flat_fee_contacts_publisher_id ON flat_fee_contacts (publisher_id);
