-- Whether a lead that its partner rejects later stays paid.
ALTER TABLE deals ADD COLUMN rejected_paid boolean NOT NULL DEFAULT false;
ALTER TABLE global_deals ADD COLUMN rejected_paid boolean NOT NULL DEFAULT false;
ALTER TABLE deal_proposals ADD COLUMN rejected_paid boolean NOT NULL DEFAULT false;

-- Clicks of a partner whose transactions changed: what the others are to one another is looked at again by the worker.
CREATE TABLE conversions_to_settle (
  partner_id bigint NOT NULL REFERENCES partners,
  click_id text NOT NULL,
  PRIMARY KEY (partner_id, click_id)
);

-- Counted transactions whose currency has no rate yet: a finding, until it has one.
CREATE INDEX affiliate_transactions_without_rate ON affiliate_transactions (currency)
  WHERE state = 'counted' AND reason = 'no_rate';
