-- A lead is not sent to a buyer that requires a contact which the lead does not have (docs/product/leads.md).
ALTER TABLE lead_attempts
  DROP CONSTRAINT lead_attempts_outcome_check,
  ADD CONSTRAINT lead_attempts_outcome_check
    CHECK (outcome IN ('unknown', 'accepted', 'rejected', 'duplicate', 'error', 'cap', 'incomplete'));
