-- An import that was only uploaded is not "checked"; what a check found in the accepted rows is kept to be shown; and a
-- mapping names its decimal mark and the order of day and month, or leaves open what its file does not settle.

ALTER TABLE gambling_imports DROP CONSTRAINT gambling_imports_import_state_check;
UPDATE gambling_imports SET import_state = 'uploaded'
  WHERE import_state = 'checked' AND rows_good = 0 AND rows_bad = 0;
ALTER TABLE gambling_imports ADD CONSTRAINT gambling_imports_import_state_check
  CHECK (import_state IN ('uploaded', 'checking', 'checked', 'importing', 'imported', 'failed', 'undone'));

UPDATE gambling_imports SET mapping = (mapping - '{decimalComma,dateFormat}'::text[]) || jsonb_build_object(
    'decimalMark', CASE WHEN (mapping ->> 'decimalComma')::boolean THEN ',' ELSE '.' END,
    'dayOrder', CASE mapping ->> 'dateFormat' WHEN 'DD/MM/YYYY' THEN 'dayFirst' WHEN 'MM/DD/YYYY' THEN 'monthFirst' END)
  WHERE mapping ? 'decimalComma';

ALTER TABLE gambling_import_files
  ADD COLUMN detected jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN summary jsonb,
  ADD COLUMN warnings jsonb NOT NULL DEFAULT '[]';
