-- Searching ignores apostrophes and the letters and accents that are written like them, so that "oneill", "o'neill" and
-- "o´neill" find "O’Neill", and "zora" finds "Zʾōrā" (docs/decisions/0343). Apart from that, the function is that of 0070.
CREATE OR REPLACE FUNCTION fold(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$
    SELECT CASE
      WHEN octet_length(given) = char_length(given) THEN translate(lower(given), '''`', '')
      ELSE translate(
        replace(lower(public.unaccent('public.unaccent'::regdictionary, normalize(
          regexp_replace(
            -- Accents that stand alone are taken apart into a blank and a mark by NFKD.
            normalize(translate(given, E'\u00b4\u0384\u1fbd\u1fbf\u1fef\u1ffd\u1ffe', ''), NFKD),
            -- Soft hyphen, joiners, marks of direction and variation selectors; marks of Latin, Greek and Cyrillic; Hebrew;
            -- Arabic with the lengthening stroke; and the dots of Arabic letters. The first ones are apostrophes.
            '[''`\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u2018\u2019\u201b\u2032\u2035\ua78c\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]',
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
