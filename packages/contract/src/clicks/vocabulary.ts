/** The words that geos, devices and languages of rules are written in: what a router can ever see. */
import { languageOf } from './visit-words.ts';

/** Kinds of devices that user agents are told apart by. */
export const DEVICES = ['desktop', 'mobile', 'tablet', 'smarttv', 'console', 'wearable', 'embedded', 'xr'] as const;

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

const isGeo = (value: string): boolean => /^[A-Za-z]{2}$/.test(value) && regions.of(value.toUpperCase()) !== undefined;
/** `de` and `de-AT` alike: a visit's language is kept without its region. */
const isLanguage = (value: string): boolean => {
  const code = languageOf(value);
  return code !== '' && /^[A-Za-z]{2,3}(-[A-Za-z0-9-]+)?$/.test(value) && languages.of(code) !== undefined;
};

/** What is wrong with a value of that condition, and what would be right; null where it is known. */
export function valueProblem(field: string, value: string): string | null {
  switch (field) {
    case 'geo':
      return isGeo(value) ? null : `“${value}” is no country: give two letters such as DE.`;
    case 'language':
      return isLanguage(value) ? null : `“${value}” is no language: give its code such as en.`;
    case 'device':
      return DEVICES.some((device) => device === value.toLowerCase())
        ? null
        : `“${value}” is no device: it is one of ${DEVICES.join(', ')}.`;
    default:
      return null;
  }
}
