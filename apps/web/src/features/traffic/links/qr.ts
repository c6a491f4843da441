/** Makes QR codes of links, as pictures for screens (PNG) and for print (SVG). */
import { QR_DEFAULTS } from '@signpost/contract/limits.ts';
import { contrast, luminance } from '../../../theme/contrast.ts';

export interface QrLook {
  format: 'png' | 'svg';
  /** The width in pixels. An SVG can be scaled, so this is only its first size. */
  size: number;
  /** Colours such as `#000000`. */
  dark: string;
  light: string;
}

export const QR_SIZES = { min: 128, max: 4096 } as const;
export const USUAL_LOOK: QrLook = { format: 'png', size: QR_DEFAULTS.size, dark: '#000000', light: '#ffffff' };

const COLOR = /^#[0-9a-f]{6}$/;
/** Cameras in bad light need at least this much. */
const LEAST_CONTRAST = 4;

export const isColor = (text: string): boolean => COLOR.test(text);

/** The reason why scanners may not read a code in these colours, or null. */
export function colorProblem({ dark, light }: Pick<QrLook, 'dark' | 'light'>): string | null {
  if (!isColor(dark) || !isColor(light)) return null;
  if (luminance(dark) >= luminance(light))
    return 'The code must be darker than its background, because many scanners cannot read it the other way round.';
  const found = contrast(dark, light);
  if (found >= LEAST_CONTRAST) return null;
  return `The contrast is ${found.toFixed(1)} to 1. Scanners need at least ${LEAST_CONTRAST} to 1: choose a darker code or a lighter background.`;
}

/** The QR code of a link as a data URL, margin 2, level M. Refuses anything but a non-empty text. */
export async function makeQr(url: string, { format, size, dark, light }: QrLook): Promise<string> {
  if (url.trim() === '') throw new Error('A QR code needs a link.');
  const qr = await import('qrcode');
  const { margin, level } = QR_DEFAULTS;
  const options = { width: size, margin, errorCorrectionLevel: level, color: { dark, light } };
  if (format === 'png') return await qr.toDataURL(url, options);
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await qr.toString(url, { ...options, type: 'svg' }))}`;
}

export const fileNameOf = (format: QrLook['format']): string => QR_DEFAULTS.fileName.replace(/png$/, format);
