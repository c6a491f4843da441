-- Keys are forgotten after a while, the oldest first.
CREATE INDEX idempotency_by_age ON idempotency (created_at);
