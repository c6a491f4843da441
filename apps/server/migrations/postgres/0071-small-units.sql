-- Coins have prices of many thousand euros, so six decimals of one are cents: reported amounts and rates have twelve
-- (docs/decisions/0370). Values in the base currency keep six.
DROP VIEW payouts_beside_deals;
ALTER TABLE affiliate_transactions
  ALTER COLUMN amount TYPE numeric(26,12),
  ALTER COLUMN payout TYPE numeric(26,12);
ALTER TABLE exchange_rates ALTER COLUMN per_euro TYPE numeric(24,12);

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
