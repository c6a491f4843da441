import { expect, it } from 'vitest';
import { mirrorsOf, rotationOf } from './hosts.ts';
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

it('sends each geo to the active mirror of the brand and keeps the path and query of the link', () => {
  const link = 'https://brand.example:8443/join?c={click_id}&s={sub1}&g={geo}#top';
  expect(open(link, 'DE')).toBe('https://brand-de.example:8443/join?c=c1&s=a%20b&g=DE#top');
  expect(open('https://old-de.example/', 'DE')).toBe('https://brand-de.example/');
  expect(open('https://brand-de.example/', 'AT')).toBe('https://brand.example/');
});

it('does not change links in geos without an active mirror or to hosts without mirrors', () => {
  expect(open('https://brand.example/', 'FR')).toBe('https://brand.example/');
  expect(open('https://brand.example/', '')).toBe('https://brand.example/');
  expect(open('https://other.example/', 'DE')).toBe('https://other.example/');
  expect(open('https://sub.brand.example/', 'DE')).toBe('https://sub.brand.example/');
  expect(open('https://page.example/?to=brand.example', 'DE')).toBe('https://page.example/?to=brand.example');
});

const domain = (id: number, name: string, role: string, weight = 1) => ({ id, name, role, weight });

it('rotates prelander domains by their shares, and moves visitors away from domains that do not serve', () => {
  const rotation = rotationOf({
    prelanderDomains: [
      domain(1, 'one.example', 'serving', 75),
      domain(2, 'Two.example', 'serving', 25),
      domain(3, 'burnt.example', 'burnt', 50),
      domain(4, 'idle.example', 'serving', 0),
      domain(5, 'next.example', 'standby', 50),
    ],
  });
  const counts = new Map<string, number>();
  const target = targetOf('https://burnt.example/quiz?c={click_id}', rotation);
  const clicks = 20_000;
  for (let at = 0; at < clicks; at += 1) {
    const { host, search } = new URL(target?.({ click_id: `click ${at}` }) ?? '');
    expect(search).toBe(`?c=click%20${at}`);
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual(['one.example', 'two.example']);
  const [one, two] = [counts.get('one.example') ?? 0, counts.get('two.example') ?? 0];
  expect((one - clicks * 0.75) ** 2 / (clicks * 0.75) + (two - clicks * 0.25) ** 2 / (clicks * 0.25)).toBeLessThan(
    10.8,
  );
  expect(target?.({ click_id: 'c1' })).toBe(target?.({ click_id: 'c1' }));
  expect(targetOf('https://page.example/', rotation)?.({ click_id: 'c1' })).toBe('https://page.example/');
});

it('does not change prelander links while no domain serves', () => {
  const rotation = rotationOf({ prelanderDomains: [domain(3, 'burnt.example', 'burnt')] });
  expect(targetOf('https://burnt.example/', rotation)?.({})).toBe('https://burnt.example/');
});
