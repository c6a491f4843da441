/** Ranges of IP addresses as people type them: one address, or a network such as 203.0.113.0/24. */
import { z } from 'zod';

export interface AddressRange {
  readonly family: 'ipv4' | 'ipv6';
  readonly address: string;
  /** The number of leading bits that count. */
  readonly bits: number;
}

const LENGTH = { ipv4: 32, ipv6: 128 } as const;
const whole = { ipv4: z.ipv4(), ipv6: z.ipv6() };
const network = { ipv4: z.cidrv4(), ipv6: z.cidrv6() };

/** Whether a text is one address, in the notation of its family. */
export const isAddress = (text: string, family: AddressRange['family']): boolean =>
  whole[family].safeParse(text).success;

/** Parses a range; null if the text is not one. `/0` is refused because it would exempt every address. */
export function addressRange(text: string): AddressRange | null {
  for (const family of ['ipv4', 'ipv6'] as const) {
    if (whole[family].safeParse(text).success) return { family, address: text, bits: LENGTH[family] };
    if (!network[family].safeParse(text).success) continue;
    const [address = '', bits] = text.split('/');
    if (Number(bits) === 0) return null;
    return { family, address, bits: Number(bits) };
  }
  return null;
}
