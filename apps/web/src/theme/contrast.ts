/** The contrast of two colours (WCAG 2.2, 1.4.3). Colours are written as `#1864ab`. */

/** How bright a colour is, from 0 (black) to 1 (white). */
export function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((c) => {
    if (c <= 0.03928) return c / 12.92;
    return ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** From 1 (the same) to 21 (black and white). */
export function contrast(one: string, other: string): number {
  const first = luminance(one);
  const second = luminance(other);
  const low = Math.min(first, second);
  const high = Math.max(first, second);
  return (high + 0.05) / (low + 0.05);
}
