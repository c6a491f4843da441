-- First and last day and most clicks of campaign boxes (docs/product/links-and-hosts.md#ends-of-direct-links).
ALTER TABLE campaign_boxes
  ADD COLUMN valid_from date,
  ADD COLUMN valid_to date CHECK (valid_to >= valid_from),
  ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC',
  ADD COLUMN max_clicks integer CHECK (max_clicks > 0),
  ADD COLUMN clicks integer NOT NULL DEFAULT 0 CHECK (clicks >= 0);
