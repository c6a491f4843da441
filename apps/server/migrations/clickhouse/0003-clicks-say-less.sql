-- What a click's line need not say (docs/decisions/0040-click-log.md): a visit is its own click, happens when it is
-- recorded, and knows of no other currency. Anything else says it.
ALTER TABLE facts /*on cluster*/
  MODIFY COLUMN click_at DateTime64(3, 'UTC') DEFAULT at,
  MODIFY COLUMN recorded_at DateTime64(3, 'UTC') DEFAULT at,
  MODIFY COLUMN click_id UUID DEFAULT fact_id,
  MODIFY COLUMN rate Decimal(38, 12) DEFAULT 1;
