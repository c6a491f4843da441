-- The order in which money facts became known (docs/decisions/0200): the number of the chunk that brought the fact out of
-- PostgreSQL. Facts of the click log have none; neither do money facts from before this column.
ALTER TABLE facts /*on cluster*/ ADD COLUMN IF NOT EXISTS position UInt64 AFTER chunk_id;

ALTER TABLE facts /*on cluster*/ ADD INDEX IF NOT EXISTS by_position position TYPE minmax GRANULARITY 1;
