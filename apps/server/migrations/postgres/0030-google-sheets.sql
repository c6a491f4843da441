-- Sheets that are kept equal with a tab of a Google sheet (docs/decisions/0242).
CREATE TABLE box_sheet_google (
  sheet_id bigint PRIMARY KEY REFERENCES box_sheets ON DELETE CASCADE,
  spreadsheet_id text NOT NULL,
  tab_id integer NOT NULL,
  title text NOT NULL,
  -- The number of plans that Google carried out. The next plan records itself there under first_metadata_id + slot + 1.
  slot integer NOT NULL DEFAULT 0,
  first_metadata_id integer NOT NULL,
  -- The rows that both sides last had in common.
  base jsonb NOT NULL DEFAULT '[]',
  -- What both sides changed, for a person to decide.
  conflicts jsonb NOT NULL DEFAULT '[]',
  synced_at timestamptz,
  synced_by_id bigint REFERENCES users,
  UNIQUE (spreadsheet_id, tab_id)
);
CREATE INDEX box_sheet_google_synced_by_id_refers ON box_sheet_google (synced_by_id);

-- Plans for the next slot. Google takes one of them.
CREATE TABLE box_sheet_google_plans (
  id uuid PRIMARY KEY,
  sheet_id bigint NOT NULL REFERENCES box_sheet_google ON DELETE CASCADE,
  slot integer NOT NULL,
  effects jsonb NOT NULL,
  planned_by_id bigint REFERENCES users,
  planned_at timestamptz NOT NULL,
  -- When the browser said that Google has it, or a later reading showed it.
  carried_out_at timestamptz
);
CREATE INDEX box_sheet_google_plans_of_sheet ON box_sheet_google_plans (sheet_id, slot);
CREATE INDEX box_sheet_google_plans_planned_by_id_refers ON box_sheet_google_plans (planned_by_id);
