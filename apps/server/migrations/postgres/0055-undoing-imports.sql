-- Undoing an import is a step of its job, because an import may have many thousand rows (docs/decisions/0347).
ALTER TABLE gambling_imports DROP CONSTRAINT gambling_imports_import_state_check;
ALTER TABLE gambling_imports ADD CONSTRAINT gambling_imports_import_state_check
  CHECK (import_state IN ('uploaded', 'checking', 'checked', 'importing', 'imported', 'failed', 'undoing', 'undone'));
