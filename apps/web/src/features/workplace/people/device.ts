const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const named = (table: readonly (readonly [RegExp, string])[], agent: string): string | undefined =>
  table.find(([pattern]) => pattern.test(agent))?.[1];

/** Describes a user agent: "Chrome on macOS". */
export function deviceOf(agent: string): { label: string; mobile: boolean } {
  const browser = named(BROWSERS, agent) ?? 'Unknown browser';
  const system = named(SYSTEMS, agent);
  return {
    label: system === undefined ? browser : `${browser} on ${system}`,
    mobile: system === 'iOS' || system === 'Android',
  };
}
