-- Phone numbers are found by their digits, in whatever way they were typed (docs/decisions/0378). The function gives every
-- number of a text with a blank in front of and behind each, and a plus sign in front of an international one. It is
-- `numbersIn` of packages/contract/src/reading/phone.ts, which a test compares with it.
CREATE FUNCTION phone_numbers(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$
    SELECT regexp_replace(regexp_replace(
      ' ' || trim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        translate(
          regexp_replace(normalize(given, NFKC), '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u20e3\ufe0f]', '', 'g'),
          '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙၀၁၂၃၄၅၆၇၈၉០១២៣៤៥៦៧៨៩',
          '0123456789012345678901234567890123456789012345678901234567890123456789'),
        -- The trunk zero behind a country code: +43 (0) 660.
        '((?:\+|00)[ (]{0,2}[0-9]{1,3})[ )/.-]{0,3}[([]0[])]', '\1', 'g'),
        -- A slash between two numbers.
        '([0-9][0-9 ().-]{5,40})/(?= ?[+0])|([0-9][0-9 ().-]{8,40}) / ', '\1\2;', 'g'),
        -- Signs within a number; every other sign ends it.
        '[ \t().[\]/·•_''’\u2010-\u2015\u2212-]', '', 'g'),
        '[^0-9+]+', ' ', 'g'),
        '\++', ' +', 'g')) || ' ',
      ' \+?00(?=[1-9])', ' +', 'g'),
      ' \+(?=0)', ' ', 'g')
  $$;

CREATE INDEX publisher_contacts_numbers ON publisher_contacts USING gin (public.phone_numbers(phone) public.gin_trgm_ops);
CREATE INDEX partner_contacts_numbers ON partner_contacts USING gin (public.phone_numbers(phone) public.gin_trgm_ops);
CREATE INDEX flat_fee_contacts_numbers ON flat_fee_contacts USING gin (public.phone_numbers(phone) public.gin_trgm_ops);
