-- Weights that follow what campaigns earn. The fields are the box's own; what the last round found is kept beside it.

ALTER TABLE campaign_boxes
  ADD COLUMN automatic_weights text NOT NULL DEFAULT 'off' CHECK (automatic_weights IN ('off', 'epc', 'ftd_rate')),
  ADD COLUMN weights_frozen boolean NOT NULL DEFAULT false,
  ADD COLUMN weights_because text;

CREATE TABLE weight_rounds (
  campaign_box_id bigint PRIMARY KEY REFERENCES campaign_boxes ON DELETE CASCADE,
  ran_at timestamptz NOT NULL,
  metric text NOT NULL CHECK (metric IN ('epc', 'ftd_rate')),
  because text NOT NULL,
  arms jsonb NOT NULL
);
