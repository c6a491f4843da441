-- When a run under way was taken or last reported progress, so that health and the doctor can name one that stands still.
ALTER TABLE runs ADD COLUMN progressed_at timestamptz;
