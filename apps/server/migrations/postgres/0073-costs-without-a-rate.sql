-- Costs of links in a currency without an exchange rate are listed by source and currency, until there is one
-- (docs/product/clicks.md#costs-in-links).
ALTER TABLE link_problems DROP CONSTRAINT link_problems_problem_check;
ALTER TABLE link_problems ADD CONSTRAINT link_problems_problem_check CHECK (problem IN
  ('cost_not_allowed', 'cost_unreadable', 'cost_too_high', 'cost_too_high_for_day', 'cost_currency', 'rate_missing',
   'unknown_source', 'unknown_postback'));
