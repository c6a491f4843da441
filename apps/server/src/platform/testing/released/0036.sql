-- What the same installation had added by PostgreSQL 0036 and ClickHouse 0004.
UPDATE outgoing_stop SET stopped_at = '2025-06-01T00:00:00Z', reason = 'An old copy.';
