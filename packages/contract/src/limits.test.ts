import { describe, expect, it } from 'vitest';
import { aspectRatio, isMobile, screenSize } from './limits.ts';

describe('sizes of screens', () => {
  it('begin at the specified widths', () => {
    const at = [0, 600, 601, 960, 961, 1440, 1441, 1920, 1921, 3840, 3841].map(screenSize);
    expect(at.join(' ')).toBe('phone phone tablet tablet desktop desktop large large uhd uhd uhd8');
  });

  it('count as mobile below 768 px or by user agent', () => {
    expect(isMobile(767, '')).toBe(true);
    expect(isMobile(768, 'Mozilla/5.0 (X11; Linux x86_64)')).toBe(false);
    expect(isMobile(1200, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')).toBe(true);
  });

  it('keep the aspect ratio between 0.5 and 2.3', () => {
    expect(
      [
        [1, 10],
        [5, 5],
        [9, 1],
        [0, 0],
      ].map(([width = 0, height = 0]) => aspectRatio(width, height)),
    ).toEqual([0.5, 1, 2.3, 0.5]);
  });
});
