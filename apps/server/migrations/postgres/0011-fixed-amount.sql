-- The fixed amount of a deal has the name that people use for it. Entries of the audit trail keep the old name and are read
-- under the new one (docs/decisions/0143).
ALTER TABLE deals RENAME COLUMN deal TO fixed_amount;
ALTER TABLE deals RENAME CONSTRAINT deals_deal_check TO deals_fixed_amount_check;
ALTER TABLE global_deals RENAME COLUMN deal TO fixed_amount;
ALTER TABLE global_deals RENAME CONSTRAINT global_deals_deal_check TO global_deals_fixed_amount_check;
ALTER TABLE deal_proposals RENAME COLUMN deal TO fixed_amount;
ALTER TABLE deal_proposals RENAME CONSTRAINT deal_proposals_deal_check TO deal_proposals_fixed_amount_check;

-- Column choices and saved lists name the field too.
UPDATE preferences SET value = replace(value::text, '"deal"', '"fixedAmount"')::jsonb
  WHERE key IN ('table-marketplace', 'table-deal-proposals', 'table-global-deals');
UPDATE saved_views SET query = regexp_replace(query, '(orderBy=|filters\[|filters%5B)deal(?=[]&%]|$)', '\1fixedAmount', 'g')
  WHERE screen IN ('deal-proposals', 'global-deals');
