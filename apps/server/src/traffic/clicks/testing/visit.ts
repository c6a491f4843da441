import { NOTHING_KEPT } from '@signpost/contract/traffic/clicks/parameters.ts';
import { hashText } from '../decide/hash.ts';
import type { Visit } from '../decide/visit.ts';

/** A visit to box 1 from Germany on a phone, changed as a test needs it. */
export function testVisit(change: Partial<Visit> = {}): Visit {
  return {
    boxId: 1,
    visitor: hashText('somebody'),
    returning: false,
    at: Date.parse('2026-11-21T10:00:00Z'),
    geo: 'DE',
    language: 'de',
    device: 'mobile',
    os: 'iOS',
    browser: 'Mobile Safari',
    address: '203.0.113.7',
    source: '',
    referrer: '',
    host: 'go.example',
    code: '',
    subs: ['', '', '', '', ''],
    kept: NOTHING_KEPT,
    consent: '',
    ...change,
  };
}
