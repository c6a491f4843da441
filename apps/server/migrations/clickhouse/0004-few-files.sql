-- A part that an insert makes is one file for all columns instead of 150: each new file costs the file system more than
-- the rows in it (docs/decisions/0044-what-limits-ingest.md). What is merged beyond this stays a file a column.
ALTER TABLE facts /*on cluster*/ MODIFY SETTING min_rows_for_wide_part = 65536;
