-- Leads that partners reported, by the deal that priced them: how full a deal is today.
CREATE INDEX affiliate_transactions_leads_by_deal ON affiliate_transactions ((price ->> 'dealId'), occurred_at)
  WHERE state = 'counted' AND meaning = 'lead';
