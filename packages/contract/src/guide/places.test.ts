import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keysOf } from '../objects.ts';
import { GUIDE_OF_SCREEN, GUIDE_PAGES, headingAnchor } from './places.ts';

const folder = new URL('../../../../docs/product/', import.meta.url);
const anchorsOf = (page: string): string[] =>
  readFileSync(new URL(`${page}.md`, folder), 'utf8')
    .split('\n')
    .flatMap((line) => /^#+ (.+)$/.exec(line)?.[1] ?? [])
    .map((heading) => headingAnchor(heading));

describe('The guide', () => {
  it('lists every page of docs/product and no other', () => {
    const files = readdirSync(folder).flatMap((name) => (name.endsWith('.md') ? name.slice(0, -3) : []));
    expect([...GUIDE_PAGES].toSorted()).toEqual(files.toSorted());
  });

  it('opens each screen at a page and a heading that exist', () => {
    const missing = keysOf(GUIDE_OF_SCREEN).filter((screen) => {
      const [page = '', heading] = GUIDE_OF_SCREEN[screen].split('#');
      return heading !== undefined && !anchorsOf(page).includes(heading);
    });
    expect(missing).toEqual([]);
    expect(anchorsOf('deals')).toContain('lead-caps');
    expect(anchorsOf('deals')).not.toContain('lead-cap');
  });
});
