-- Distinct visitors by week and by day (docs/decisions/0316). Their sketches are the one thing in a rollup that is slow to
-- read and to add up, so a quarter reads 12 of them for each source instead of 90. The sums stand beside them, because one
-- part answers a question. A row holds up to 24 KB; with the usual 8192 rows between two marks, the days around the whole
-- weeks could only be read with all others.
ALTER TABLE facts /*on cluster*/ ADD PROJECTION IF NOT EXISTS week_visitors (
  SELECT
    toMonday(at), traffic_source_id,
    sum(visits), sum(bot_visits), sum(impressions), sum(prelander_visits), sum(prelander_clickouts), sum(clickouts),
    sum(leads), sum(qualified_leads), sum(rejected_leads), sum(first_deposits), sum(deposits), sum(code_uses),
    sum(revenue), sum(pending_revenue), sum(deposit_amount), sum(cost), sum(flat_fee_cost), sum(publisher_cost),
    count(), max(recorded_at), uniqCombined64StateIf(15)(visitor_id, visits > 0)
  GROUP BY
    toMonday(at), traffic_source_id
) WITH SETTINGS (index_granularity = 128);

ALTER TABLE facts /*on cluster*/ ADD PROJECTION IF NOT EXISTS date_visitors (
  SELECT
    toDate(at), traffic_source_id,
    sum(visits), sum(bot_visits), sum(impressions), sum(prelander_visits), sum(prelander_clickouts), sum(clickouts),
    sum(leads), sum(qualified_leads), sum(rejected_leads), sum(first_deposits), sum(deposits), sum(code_uses),
    sum(revenue), sum(pending_revenue), sum(deposit_amount), sum(cost), sum(flat_fee_cost), sum(publisher_cost),
    count(), max(recorded_at), uniqCombined64StateIf(15)(visitor_id, visits > 0)
  GROUP BY
    toDate(at), traffic_source_id
) WITH SETTINGS (index_granularity = 128);

-- Adds the rollups to existing parts, in the background. Until that is done, questions read those parts as before.
ALTER TABLE facts /*on cluster*/ MATERIALIZE PROJECTION week_visitors;

ALTER TABLE facts /*on cluster*/ MATERIALIZE PROJECTION date_visitors;
