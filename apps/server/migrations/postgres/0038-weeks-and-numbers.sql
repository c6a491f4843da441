-- The day on which a person's weeks begin, and how numbers are written for them (null: as their browser writes them).

ALTER TABLE users
  ADD COLUMN week_start text NOT NULL DEFAULT 'monday' CHECK (week_start IN ('monday', 'sunday', 'saturday')),
  ADD COLUMN number_format text CHECK (number_format IN ('point', 'comma', 'spaces'));
