import { describe, expect, it } from 'vitest';
import { entities } from '../../entities/index.ts';
import { DIMENSION_KEYS, dimensionOf, readItemId } from './dimensions.ts';

describe('dimensions', () => {
  it('have a fixed list and order', () => {
    expect(DIMENSION_KEYS.join(', ')).toBe(
      'category, traffic_source, partner_type, partner, native_box_type, referrer, campaign_box, campaign, offer, ' +
        'product, geo, device, os, browser, language, consent, publisher, website, domain, integration, deal_type, ' +
        'referral_code, prelander, template, button, rule, tag, date_hour, date_day, date_week, date_month',
    );
  });

  it('use existing fields for attributes, through dimensions of that entity', () => {
    for (const key of DIMENSION_KEYS) {
      const { source } = dimensionOf(key);
      if (source.kind !== 'attribute') continue;
      const records = DIMENSION_KEYS.map(dimensionOf).find(
        (it) => it.source.kind === 'fact' && it.source.column === source.via,
      );
      expect(records?.names, key).toBe(source.entity);
      expect(Object.keys(entities[source.entity].fields), key).toContain(source.field);
    }
  });

  it('parse the ids of their items', () => {
    expect(readItemId('geo', '34')).toBe(34);
    expect(readItemId('geo', 0)).toBe(0);
    expect(readItemId('device', 'mobile')).toBe('mobile');
    expect(readItemId('device', '')).toBe('');
    expect(readItemId('date_hour', '2026-10-01T13:00')).toBe('2026-10-01T13:00');
    expect(readItemId('date_day', '2026-10-01')).toBe('2026-10-01');
    expect(readItemId('date_month', '2026-10')).toBe('2026-10');
  });

  it('refuse impossible item ids', () => {
    for (const raw of ['-1', '1.5', '4294967296', '', 'DE', '1 OR 1=1', null, undefined, {}, Number.NaN]) {
      expect(readItemId('geo', raw), String(raw)).toBeUndefined();
    }
    expect(readItemId('referrer', 'x'.repeat(301))).toBeUndefined();
    const noTimes = ['2026-10-01T13:01', '2026-13-01T13:00', '2026-10-01T24:00', '2026-02-30', 'today', '2026-10'];
    for (const raw of noTimes) expect(readItemId('date_hour', raw), raw).toBeUndefined();
    expect(readItemId('date_day', '2026-02-30')).toBeUndefined();
    expect(readItemId('date_week', '2026-11-17')).toBeUndefined();
    expect(readItemId('date_week', '2026-11-16')).toBe('2026-11-16');
    expect(readItemId('date_month', '2026-13')).toBeUndefined();
  });
});
