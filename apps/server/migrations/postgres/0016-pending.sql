-- A status may mean that the partner has not decided yet; its amount counts as pending revenue until then.
ALTER TABLE status_mapping_overrides DROP CONSTRAINT status_mapping_overrides_meaning_check;
ALTER TABLE status_mapping_overrides ADD CONSTRAINT status_mapping_overrides_meaning_check CHECK (meaning IN
  ('lead', 'qualified_lead', 'rejected_lead', 'pending', 'first_deposit', 'deposit', 'chargeback', 'withdrawal', 'revenue', 'ignore'));
