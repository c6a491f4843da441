-- First and last day, most clicks and a fallback of direct links (docs/product/links-and-hosts.md#ends-of-direct-links).
ALTER TABLE direct_links
  ADD COLUMN valid_from date,
  ADD COLUMN valid_to date CHECK (valid_to >= valid_from),
  ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC',
  ADD COLUMN max_clicks integer CHECK (max_clicks > 0),
  ADD COLUMN fallback_url text,
  ADD COLUMN clicks integer NOT NULL DEFAULT 0 CHECK (clicks >= 0);
