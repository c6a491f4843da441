/** The text by whose keyed hash a person is found. It stands apart, because the plans of phone numbers are large. */
import { readPhoneOf } from '../../reading/phone-number.ts';
import { leadEmail, type PersonKey, phoneKey } from './lead.ts';

/** Normalises an e-mail address or phone number for hashing. */
export function personKey(contact: string): PersonKey | null {
  const asEmail = leadEmail.safeParse(contact);
  if (asEmail.success) return { kind: 'email', key: asEmail.data };
  const phone = readPhoneOf(contact, '');
  if (phone === null) return null;
  return { kind: 'phone', key: phoneKey(phone) };
}
