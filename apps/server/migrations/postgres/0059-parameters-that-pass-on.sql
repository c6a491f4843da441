-- The parameters of a link that pass on to its target (docs/product/links-and-hosts.md#parameters-that-pass-on).
ALTER TABLE campaigns ADD COLUMN pass_on text;
ALTER TABLE campaign_boxes ADD COLUMN pass_on text;
ALTER TABLE direct_links ADD COLUMN pass_on text;
