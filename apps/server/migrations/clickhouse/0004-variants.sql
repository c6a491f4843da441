-- The variants of the template and of the button that a visitor saw (docs/decisions/0232).
ALTER TABLE facts /*on cluster*/ ADD COLUMN IF NOT EXISTS template_variant_id UInt32 AFTER button_id;

ALTER TABLE facts /*on cluster*/ ADD COLUMN IF NOT EXISTS button_variant_id UInt32 AFTER template_variant_id;
