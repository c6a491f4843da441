-- Sheets make direct links as well as boxes (docs/decisions/0364). A row names what was made from it.
ALTER TABLE box_sheets DROP CONSTRAINT box_sheets_kind_check;
ALTER TABLE box_sheets ADD CONSTRAINT box_sheets_kind_check CHECK (kind IN ('campaign', 'seo', 'direct'));
ALTER TABLE box_sheet_rows ADD COLUMN direct_link_id bigint UNIQUE REFERENCES direct_links;
