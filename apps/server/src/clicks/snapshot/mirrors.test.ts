import { expect, it } from 'vitest';
import { mirrorsOf } from './mirrors.ts';
import { targetOf } from './target.ts';

const mirror = (partnerId: number, name: string, geo: string, active = false) => ({ partnerId, name, geo, active });
const mirrors = mirrorsOf({
  mirrors: [
    mirror(1, 'brand.example', 'AT', true),
    mirror(1, 'Brand-de.example', 'DE', true),
    mirror(1, 'old-de.example', 'DE'),
    mirror(2, 'other.example', 'DE'),
  ],
});
const open = (template: string, geo: string) => targetOf(template, mirrors)?.({ geo, click_id: 'c1', sub1: 'a b' });

it('sends each geo to the active mirror of the brand, with all that the link carries', () => {
  const link = 'https://brand.example:8443/join?c={click_id}&s={sub1}&g={geo}#top';
  expect(open(link, 'DE')).toBe('https://brand-de.example:8443/join?c=c1&s=a%20b&g=DE#top');
  expect(open('https://old-de.example/', 'DE')).toBe('https://brand-de.example/');
  expect(open('https://brand-de.example/', 'AT')).toBe('https://brand.example/');
});

it('leaves alone geos without an active mirror, and hosts that are nobody’s mirror', () => {
  expect(open('https://brand.example/', 'FR')).toBe('https://brand.example/');
  expect(open('https://brand.example/', '')).toBe('https://brand.example/');
  expect(open('https://other.example/', 'DE')).toBe('https://other.example/');
  expect(open('https://sub.brand.example/', 'DE')).toBe('https://sub.brand.example/');
  expect(open('https://page.example/?to=brand.example', 'DE')).toBe('https://page.example/?to=brand.example');
});
