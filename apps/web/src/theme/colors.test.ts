import { describe, expect, it } from 'vitest';
import { type ColorName, colors, SERIES } from './colors.ts';
import { contrast } from './contrast.ts';

const grounds: ColorName[] = ['page', 'surface', 'raised', 'hover', 'selected'];

describe.each(['dark', 'light'] as const)('%s scheme', (scheme) => {
  const of = colors[scheme];
  it.each(grounds)('has readable text on %s', (ground) => {
    expect(contrast(of.text, of[ground])).toBeGreaterThanOrEqual(7);
    for (const name of ['muted', 'accent', 'good', 'bad', 'attention'] as const) {
      expect(contrast(of[name], of[ground]), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });
  it('keeps buttons readable and series and controls visible', () => {
    expect(contrast(of.onAccent, of.accentFill)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of.onAccent, of.accentFillHover)).toBeGreaterThanOrEqual(4);
    expect(contrast(of.onAccent, of.badFill)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of.good, of.goodSoft)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of.bad, of.badSoft)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of.attention, of.attentionSoft)).toBeGreaterThanOrEqual(4.5);
    for (const name of [...SERIES, 'control'] as const) {
      expect(contrast(of[name], of.surface), name).toBeGreaterThanOrEqual(3);
    }
  });
});
