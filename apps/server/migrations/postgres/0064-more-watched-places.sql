-- Fallbacks of direct links and the addresses of domains are watched like other targets (docs/product/links-checker.md).
ALTER TABLE watched_places
  DROP CONSTRAINT watched_places_kind_check,
  ADD CONSTRAINT watched_places_kind_check CHECK (kind IN ('campaign', 'offer', 'boxOffer', 'mirror', 'directLink',
    'directLinkFallback', 'gamblingLink', 'boxFallback', 'siteFallback', 'domainRoot', 'domainUnknownLinks'));
