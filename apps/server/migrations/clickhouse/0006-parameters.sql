-- What a click keeps of its link and of its visitor's choice (docs/decisions/0380).
ALTER TABLE facts /*on cluster*/ ADD COLUMN IF NOT EXISTS consent LowCardinality(String) AFTER currency;

ALTER TABLE facts /*on cluster*/ ADD COLUMN IF NOT EXISTS parameters String CODEC(ZSTD(3)) AFTER target_url;
