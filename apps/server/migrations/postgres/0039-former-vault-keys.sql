-- What was given away under an earlier vault key, such as links to unsubscribe, is still recognised: the keys of its
-- hashes, sealed with the present key, newest last. They open nothing (docs/decisions/0245).
ALTER TABLE vault_key ADD COLUMN former_sealed bytea[] NOT NULL DEFAULT '{}';
