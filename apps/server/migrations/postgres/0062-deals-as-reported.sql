-- Deals that pay the payout of each report (docs/decisions/0362). A partner override cannot: it replaces an amount.
ALTER TABLE deals DROP CONSTRAINT deals_deal_type_check;
ALTER TABLE deals ADD CONSTRAINT deals_deal_type_check
  CHECK (deal_type IN ('CPA', 'CPL', 'RevShare', 'Hybrid', 'Flat', 'CPC', 'Reported'));
ALTER TABLE global_deals DROP CONSTRAINT global_deals_deal_type_check;
ALTER TABLE global_deals ADD CONSTRAINT global_deals_deal_type_check
  CHECK (deal_type IN ('CPA', 'CPL', 'RevShare', 'Hybrid', 'Flat', 'CPC', 'Reported'));
ALTER TABLE deal_proposals DROP CONSTRAINT deal_proposals_deal_type_check;
ALTER TABLE deal_proposals ADD CONSTRAINT deal_proposals_deal_type_check
  CHECK (deal_type IN ('CPA', 'CPL', 'RevShare', 'Hybrid', 'Flat', 'CPC', 'Reported'));
-- Transactions with a payout beside an agreed price, for the list of payouts that differ from their deals.
CREATE INDEX affiliate_transactions_beside_deal ON affiliate_transactions (occurred_at)
  WHERE state = 'counted' AND payout IS NOT NULL AND priced_by IN ('deal', 'global') AND price ->> 'dealType' IN ('CPA', 'CPL', 'Hybrid');

-- Units of a currency for one euro on a day: the newest known rate, or the first one before that (`deals/rates.ts`).
CREATE FUNCTION per_euro_on(wanted text, at date) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN wanted = 'EUR' THEN 1 ELSE coalesce(
    (SELECT r.per_euro FROM exchange_rates r WHERE r.currency = wanted AND r.archived_at IS NULL AND r.day <= at
      ORDER BY r.day DESC LIMIT 1),
    (SELECT r.per_euro FROM exchange_rates r WHERE r.currency = wanted AND r.archived_at IS NULL ORDER BY r.day LIMIT 1)) END
$$;

-- Conversions whose report names a payout beside the fixed amount that a deal agreed, and whether the two differ: at all in
-- one currency, by more than 1 % of the agreed amount in two, and null without a rate.
CREATE VIEW payouts_beside_deals AS
SELECT t.id, t.partner_id, t.occurred_at, t.priced_by, (t.price ->> 'dealId')::bigint AS deal_id,
  t.price ->> 'dealType' AS deal_type, t.payout, coalesce(t.currency, t.price ->> 'currency') AS currency,
  (t.price ->> 'amount')::numeric AS agreed, t.price ->> 'currency' AS agreed_currency,
  CASE WHEN coalesce(t.currency, t.price ->> 'currency') = t.price ->> 'currency'
    THEN t.payout <> (t.price ->> 'amount')::numeric
    ELSE abs(t.payout / per_euro_on(t.currency, t.occurred_at::date)
        * per_euro_on(t.price ->> 'currency', t.occurred_at::date) - (t.price ->> 'amount')::numeric)
      > (t.price ->> 'amount')::numeric / 100 END AS differs
FROM affiliate_transactions t
WHERE t.state = 'counted' AND t.payout IS NOT NULL AND t.priced_by IN ('deal', 'global')
  AND t.price ->> 'dealType' IN ('CPA', 'CPL', 'Hybrid') AND coalesce(t.price ->> 'countsAs', t.meaning) <> 'revenue'
  AND (t.price ->> 'amount')::numeric > 0 AND t.archived_at IS NULL;
COMMENT ON COLUMN payouts_beside_deals.id IS 'never null';
COMMENT ON COLUMN payouts_beside_deals.partner_id IS 'never null';
COMMENT ON COLUMN payouts_beside_deals.occurred_at IS 'never null';
COMMENT ON COLUMN payouts_beside_deals.priced_by IS 'never null';
COMMENT ON COLUMN payouts_beside_deals.deal_id IS 'never null';
COMMENT ON COLUMN payouts_beside_deals.deal_type IS 'never null';
COMMENT ON COLUMN payouts_beside_deals.payout IS 'never null';
COMMENT ON COLUMN payouts_beside_deals.currency IS 'never null';
COMMENT ON COLUMN payouts_beside_deals.agreed IS 'never null';
COMMENT ON COLUMN payouts_beside_deals.agreed_currency IS 'never null';
