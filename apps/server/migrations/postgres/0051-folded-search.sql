-- Searching ignores accents as well as case, so that "Osterreich" and "österreich" find "Österreich" (docs/decisions/0343).
CREATE EXTENSION IF NOT EXISTS unaccent;

-- The text that is compared. The dictionary is named with its schema, because a restore has an empty search path. It is
-- called immutable, which the indices below need: they are rebuilt if a later version of PostgreSQL changes its rules.
CREATE FUNCTION fold(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, normalize(given, NFKC))) $$;

-- What was typed, as a pattern for LIKE that finds it anywhere in a folded text.
CREATE FUNCTION folded_pattern(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT '%' || regexp_replace(public.fold(typed), '([\\%_])', '\\\1', 'g') || '%' $$;

-- Every trigram index is made anew on the folded texts.
DO $$
DECLARE
  made record;
BEGIN
  FOR made IN SELECT indexname, indexdef FROM pg_indexes
    WHERE schemaname = 'public' AND indexdef LIKE '%gin_trgm_ops%'
  LOOP
    EXECUTE format('DROP INDEX public.%I', made.indexname);
    EXECUTE regexp_replace(made.indexdef, '("?\w+"?) gin_trgm_ops', 'public.fold(\1) gin_trgm_ops', 'g');
  END LOOP;
END $$;
