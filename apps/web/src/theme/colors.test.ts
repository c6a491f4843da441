import { describe, expect, it } from 'vitest';
import { type ColorName, colors, SERIES } from './colors.ts';

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

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
