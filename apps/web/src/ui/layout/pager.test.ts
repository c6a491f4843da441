import { describe, expect, it } from 'vitest';
import { pagerSteps } from './pager.tsx';

describe('the page navigator', () => {
  const shown = (page: number, pages: number) => {
    const { back, on } = pagerSteps(page, pages);
    return [...back, ...on].filter((step) => step.shown).map((step) => step.label);
  };
  it('hides first and previous on the first page', () => {
    expect(shown(1, 3)).toEqual(['Next page', 'Last page']);
  });
  it('hides next and last on the last page', () => {
    expect(shown(3, 3)).toEqual(['First page', 'Previous page']);
  });
  it('shows all buttons between the ends and none on a single page', () => {
    expect(shown(2, 3)).toHaveLength(4);
    expect(shown(1, 1)).toEqual([]);
  });
});
