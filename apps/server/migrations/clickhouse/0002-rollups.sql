-- The rollups (docs/decisions/0006). Each is a projection inside the parts of facts, so it is merged, corrected and deleted
-- together with them and cannot have different sums. Those by click time answer the attribution by click.
-- apps/server/src/stats/rollups.ts contains the same as data, for the planner.
ALTER TABLE facts /*on cluster*/ ADD PROJECTION IF NOT EXISTS day_source (
  SELECT
    toStartOfDay(at), traffic_source_id, native_box_type,
    sum(visits), sum(bot_visits), sum(impressions), sum(prelander_visits), sum(prelander_clickouts), sum(clickouts),
    sum(leads), sum(qualified_leads), sum(rejected_leads), sum(first_deposits), sum(deposits), sum(code_uses),
    sum(revenue), sum(pending_revenue), sum(deposit_amount), sum(cost), sum(flat_fee_cost), sum(publisher_cost),
    count(), max(recorded_at), uniqCombined64StateIf(15)(visitor_id, visits > 0)
  GROUP BY
    toStartOfDay(at), traffic_source_id, native_box_type
);

ALTER TABLE facts /*on cluster*/ ADD PROJECTION IF NOT EXISTS day_route (
  SELECT
    toStartOfDay(at), traffic_source_id, campaign_box_id, campaign_id, prelander_id, offer_id, product_id, partner_id, integration_id, website_id, publisher_id, domain_id, native_box_type, referral_code_id,
    sum(visits), sum(bot_visits), sum(impressions), sum(prelander_visits), sum(prelander_clickouts), sum(clickouts),
    sum(leads), sum(qualified_leads), sum(rejected_leads), sum(first_deposits), sum(deposits), sum(code_uses),
    sum(revenue), sum(pending_revenue), sum(deposit_amount), sum(cost), sum(flat_fee_cost), sum(publisher_cost),
    count(), max(recorded_at)
  GROUP BY
    toStartOfDay(at), traffic_source_id, campaign_box_id, campaign_id, prelander_id, offer_id, product_id, partner_id, integration_id, website_id, publisher_id, domain_id, native_box_type, referral_code_id
);

ALTER TABLE facts /*on cluster*/ ADD PROJECTION IF NOT EXISTS day_geo (
  SELECT
    toStartOfDay(at), geo_id, traffic_source_id,
    sum(visits), sum(bot_visits), sum(impressions), sum(prelander_visits), sum(prelander_clickouts), sum(clickouts),
    sum(leads), sum(qualified_leads), sum(rejected_leads), sum(first_deposits), sum(deposits), sum(code_uses),
    sum(revenue), sum(pending_revenue), sum(deposit_amount), sum(cost), sum(flat_fee_cost), sum(publisher_cost),
    count(), max(recorded_at)
  GROUP BY
    toStartOfDay(at), geo_id, traffic_source_id
);

ALTER TABLE facts /*on cluster*/ ADD PROJECTION IF NOT EXISTS day_agent (
  SELECT
    toStartOfDay(at), device, os, browser, traffic_source_id,
    sum(visits), sum(bot_visits), sum(impressions), sum(prelander_visits), sum(prelander_clickouts), sum(clickouts),
    sum(leads), sum(qualified_leads), sum(rejected_leads), sum(first_deposits), sum(deposits), sum(code_uses),
    sum(revenue), sum(pending_revenue), sum(deposit_amount), sum(cost), sum(flat_fee_cost), sum(publisher_cost),
    count(), max(recorded_at)
  GROUP BY
    toStartOfDay(at), device, os, browser, traffic_source_id
);

ALTER TABLE facts /*on cluster*/ ADD PROJECTION IF NOT EXISTS day_referrer (
  SELECT
    toStartOfDay(at), referrer, traffic_source_id,
    sum(visits), sum(bot_visits), sum(impressions), sum(prelander_visits), sum(prelander_clickouts), sum(clickouts),
    sum(leads), sum(qualified_leads), sum(rejected_leads), sum(first_deposits), sum(deposits), sum(code_uses),
    sum(revenue), sum(pending_revenue), sum(deposit_amount), sum(cost), sum(flat_fee_cost), sum(publisher_cost),
    count(), max(recorded_at)
  GROUP BY
    toStartOfDay(at), referrer, traffic_source_id
);

ALTER TABLE facts /*on cluster*/ ADD PROJECTION IF NOT EXISTS hour_source (
  SELECT
    toStartOfHour(at), traffic_source_id, native_box_type,
    sum(visits), sum(bot_visits), sum(impressions), sum(prelander_visits), sum(prelander_clickouts), sum(clickouts),
    sum(leads), sum(qualified_leads), sum(rejected_leads), sum(first_deposits), sum(deposits), sum(code_uses),
    sum(revenue), sum(pending_revenue), sum(deposit_amount), sum(cost), sum(flat_fee_cost), sum(publisher_cost),
    count(), max(recorded_at)
  GROUP BY
    toStartOfHour(at), traffic_source_id, native_box_type
);

ALTER TABLE facts /*on cluster*/ ADD PROJECTION IF NOT EXISTS hour_route (
  SELECT
    toStartOfHour(at), traffic_source_id, campaign_box_id, partner_id, product_id, website_id, publisher_id, native_box_type,
    sum(visits), sum(bot_visits), sum(impressions), sum(prelander_visits), sum(prelander_clickouts), sum(clickouts),
    sum(leads), sum(qualified_leads), sum(rejected_leads), sum(first_deposits), sum(deposits), sum(code_uses),
    sum(revenue), sum(pending_revenue), sum(deposit_amount), sum(cost), sum(flat_fee_cost), sum(publisher_cost),
    count(), max(recorded_at)
  GROUP BY
    toStartOfHour(at), traffic_source_id, campaign_box_id, partner_id, product_id, website_id, publisher_id, native_box_type
);

ALTER TABLE facts /*on cluster*/ ADD PROJECTION IF NOT EXISTS click_day_source (
  SELECT
    toStartOfDay(click_at), traffic_source_id, native_box_type,
    sum(visits), sum(bot_visits), sum(impressions), sum(prelander_visits), sum(prelander_clickouts), sum(clickouts),
    sum(leads), sum(qualified_leads), sum(rejected_leads), sum(first_deposits), sum(deposits), sum(code_uses),
    sum(revenue), sum(pending_revenue), sum(deposit_amount), sum(cost), sum(flat_fee_cost), sum(publisher_cost),
    count(), max(recorded_at)
  GROUP BY
    toStartOfDay(click_at), traffic_source_id, native_box_type
);

ALTER TABLE facts /*on cluster*/ ADD PROJECTION IF NOT EXISTS click_day_route (
  SELECT
    toStartOfDay(click_at), traffic_source_id, campaign_box_id, campaign_id, prelander_id, offer_id, product_id, partner_id, integration_id, website_id, publisher_id, domain_id, native_box_type, referral_code_id,
    sum(visits), sum(bot_visits), sum(impressions), sum(prelander_visits), sum(prelander_clickouts), sum(clickouts),
    sum(leads), sum(qualified_leads), sum(rejected_leads), sum(first_deposits), sum(deposits), sum(code_uses),
    sum(revenue), sum(pending_revenue), sum(deposit_amount), sum(cost), sum(flat_fee_cost), sum(publisher_cost),
    count(), max(recorded_at)
  GROUP BY
    toStartOfDay(click_at), traffic_source_id, campaign_box_id, campaign_id, prelander_id, offer_id, product_id, partner_id, integration_id, website_id, publisher_id, domain_id, native_box_type, referral_code_id
);

ALTER TABLE facts /*on cluster*/ ADD PROJECTION IF NOT EXISTS click_hour_route (
  SELECT
    toStartOfHour(click_at), traffic_source_id, campaign_box_id, partner_id, product_id, website_id, publisher_id, native_box_type,
    sum(visits), sum(bot_visits), sum(impressions), sum(prelander_visits), sum(prelander_clickouts), sum(clickouts),
    sum(leads), sum(qualified_leads), sum(rejected_leads), sum(first_deposits), sum(deposits), sum(code_uses),
    sum(revenue), sum(pending_revenue), sum(deposit_amount), sum(cost), sum(flat_fee_cost), sum(publisher_cost),
    count(), max(recorded_at)
  GROUP BY
    toStartOfHour(click_at), traffic_source_id, campaign_box_id, partner_id, product_id, website_id, publisher_id, native_box_type
);
