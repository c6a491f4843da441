-- A deal as it stands at a moment: the only formula for "valid", "full" and "open" (docs/decisions/0142). Days are days of the
-- partner's time zone. Removed deals and deals of archived partners are not in it.
--
-- fill counts the leads of the day that the distribution placed (accepted) and those that the partner reported itself.
-- held counts places under the cap whose lead is on its way to a buyer. Routers add the clicks in flight instead of held.
CREATE FUNCTION deals_at(moment timestamptz) RETURNS TABLE (
  deal_id bigint,
  partner_id bigint,
  day date,
  is_active boolean,
  is_valid boolean,
  accepted integer,
  reported integer,
  held integer,
  fill integer,
  lead_cap integer,
  is_full boolean,
  is_open boolean
) LANGUAGE sql STABLE AS $$
  SELECT d.id, d.partner_id, today.day, state.is_active, state.is_valid, state.accepted, state.reported, places.held,
    state.accepted + state.reported, d.lead_cap, cap.is_full,
    state.is_active AND state.is_valid AND d.weight > 0 AND NOT cap.is_full
  FROM deals d
  JOIN partners p ON p.id = d.partner_id
  CROSS JOIN LATERAL (SELECT (moment AT TIME ZONE p.time_zone)::date AS day) today
  LEFT JOIN lead_caps c ON c.scope = 'deal ' || d.id AND c.day = today.day
  LEFT JOIN deal_flow f ON f.deal_id = d.id AND f.day = today.day
  CROSS JOIN LATERAL (
    SELECT p.status = 'active' AS is_active, coalesce(c.accepted, 0) AS accepted, coalesce(f.reported, 0) AS reported,
      coalesce(d.valid_from, '-infinity') <= today.day AND coalesce(d.valid_to, 'infinity') >= today.day AS is_valid
  ) state
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS held FROM lead_places l
    WHERE l.scope = 'deal ' || d.id AND l.day = today.day AND (l.unanswered OR l.until > moment)
  ) places
  CROSS JOIN LATERAL (
    SELECT d.lead_cap IS NOT NULL AND state.accepted + state.reported + places.held >= d.lead_cap AS is_full
  ) cap
  WHERE d.archived_at IS NULL AND p.archived_at IS NULL
$$;

CREATE VIEW deal_today AS SELECT * FROM deals_at(now());
COMMENT ON COLUMN deal_today.deal_id IS 'never null';
COMMENT ON COLUMN deal_today.partner_id IS 'never null';
COMMENT ON COLUMN deal_today.day IS 'never null';
COMMENT ON COLUMN deal_today.is_active IS 'never null';
COMMENT ON COLUMN deal_today.is_valid IS 'never null';
COMMENT ON COLUMN deal_today.accepted IS 'never null';
COMMENT ON COLUMN deal_today.reported IS 'never null';
COMMENT ON COLUMN deal_today.held IS 'never null';
COMMENT ON COLUMN deal_today.fill IS 'never null';
COMMENT ON COLUMN deal_today.is_full IS 'never null';
COMMENT ON COLUMN deal_today.is_open IS 'never null';
