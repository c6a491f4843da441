-- Searching ignores the marks of every script, not only Latin accents: Arabic vowel signs and hamza, Hebrew points, the
-- Greek final sigma (docs/decisions/0343). It also ignores characters without a look of their own, such as the soft
-- hyphen. A text of plain ASCII, as most are, is only written in lower case.
CREATE OR REPLACE FUNCTION fold(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$
    SELECT CASE
      WHEN octet_length(given) = char_length(given) THEN lower(given)
      ELSE translate(
        replace(lower(public.unaccent('public.unaccent'::regdictionary, normalize(
          regexp_replace(
            normalize(given, NFKD),
            -- Soft hyphen, joiners, marks of direction and variation selectors; marks of Latin, Greek and Cyrillic; Hebrew;
            -- Arabic with the lengthening stroke; and the dots of Arabic letters.
            '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]',
            '', 'g'),
          NFC))),
          -- The Armenian ligature for "and", whose capitals are written with another letter.
          'եւ', 'եվ'),
        -- Forms of one letter: final sigma, alef wasla, alef maksura, ta marbuta, Persian ye and kaf.
        'ςٱىةیک', 'σايهيك')
    END
  $$;

-- The indices hold what the function gave before.
DO $$
DECLARE
  made record;
BEGIN
  FOR made IN SELECT indexname FROM pg_indexes
    WHERE schemaname = 'public' AND indexdef LIKE '%gin_trgm_ops%'
  LOOP
    EXECUTE format('REINDEX INDEX public.%I', made.indexname);
  END LOOP;
END $$;
