-- SEO campaign boxes: rows of campaign_boxes with a kind of their own, and the page that they stand on.
ALTER TABLE campaign_boxes
  ADD COLUMN page text CHECK (page ~ '^/'),
  ADD COLUMN keyword text,
  ADD COLUMN position integer CHECK (position BETWEEN 1 AND 1000);

-- Those that were made as a kind of campaign box stand on their site's first page until somebody says otherwise.
UPDATE campaign_boxes SET page = '/' WHERE box_kind = 'seo';
UPDATE taggings SET entity = 'seoCampaignBox'
  WHERE entity = 'campaignBox' AND record_id IN (SELECT id FROM campaign_boxes WHERE box_kind = 'seo');

ALTER TABLE campaign_boxes ADD CONSTRAINT campaign_boxes_page_of_seo CHECK (box_kind <> 'seo' OR page IS NOT NULL);
CREATE INDEX campaign_boxes_page_trigram ON campaign_boxes USING gin (page gin_trgm_ops) WHERE box_kind = 'seo';
CREATE INDEX campaign_boxes_keyword_trigram ON campaign_boxes USING gin (keyword gin_trgm_ops) WHERE box_kind = 'seo';
