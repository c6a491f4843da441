/** Reads the reference rates that the European Central Bank publishes as XML (eurofxref-daily, -hist-90d and -hist). */
import { isDay } from '@signpost/contract/dates/dates.ts';
import { create } from 'xmlbuilder2';
import { EcbFormatError, type EcbRate } from './ecb-rate.ts';

const VOCABULARY = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref';
/** The form of rates that can be stored exactly. */
const RATE = /^\d{1,12}(\.\d{1,12})?$/;
const CURRENCY = /^[A-Z]{3}$/;

interface Cube {
  name: string;
  space: string | null;
  read(attribute: string): string | null;
}

/** All elements of the file in their order. */
function elementsOf(xml: string): Cube[] {
  // Definitions of entities have no place in this file, and a hostile one could grow without end.
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new EcbFormatError('The answer defines its own document type.');
  const found: Cube[] = [];
  try {
    create(xml)
      .root()
      .each(
        ({ node }) => {
          if (!('getAttribute' in node)) return;
          const element = node as unknown as Element;
          found.push({
            name: element.localName,
            space: element.namespaceURI,
            read: (attribute) => element.getAttribute(attribute),
          });
        },
        false,
        true,
      );
  } catch (error) {
    if (error instanceof EcbFormatError) throw error;
    throw new EcbFormatError('The answer is not complete XML.');
  }
  return found;
}

/**
 * All rates of a file. A file is taken whole or not at all. Errors: EcbFormatError if it is no complete file of the ECB,
 * repeats a rate, or has a rate that is not a positive amount or was published after `today`.
 */
export function readEcbRates(xml: string, today: string): EcbRate[] {
  const rates = new Map<string, EcbRate>();
  let day: string | null = null;
  for (const { name, space, read } of elementsOf(xml)) {
    if (name !== 'Cube' || space !== VOCABULARY) continue;
    const time = read('time');
    if (time !== null) {
      if (!isDay(time)) throw new EcbFormatError(`“${time}” is not a day.`);
      if (time > today) throw new EcbFormatError(`The rates of ${time} cannot have been published yet.`);
      day = time;
    }
    const currency = read('currency');
    if (currency === null) continue;
    const perEuro = read('rate') ?? '';
    if (day === null) throw new EcbFormatError(`The rate of ${currency} has no day.`);
    if (!CURRENCY.test(currency)) throw new EcbFormatError(`“${currency}” is not a currency.`);
    if (!RATE.test(perEuro) || Number(perEuro) === 0)
      throw new EcbFormatError(`“${perEuro}” is not a rate of ${currency}.`);
    const key = `${day} ${currency}`;
    if (rates.has(key)) throw new EcbFormatError(`${currency} has two rates on ${day}.`);
    rates.set(key, { currency, day, perEuro });
  }
  if (rates.size === 0) throw new EcbFormatError('The answer has no rates in the format of the European Central Bank.');
  return [...rates.values()];
}
