import { describe, expect, it } from 'vitest';
import { auditEventOf, eventText } from './audit-events.ts';

const origin = { address: '81.10.10.10', userAgent: 'Firefox' };

describe('an audit event', () => {
  it('is described in plain words with its IP address', () => {
    const told = (after: object) => {
      const event = auditEventOf(after);
      return event && eventText(event);
    };
    expect(told({ event: 'signedIn', provider: 'Google', ...origin })).toBe('signed in with Google from 81.10.10.10');
    expect(told({ event: 'signInRefused', reason: 'archived', ...origin })).toBe(
      'refused a sign-in of this archived person from 81.10.10.10',
    );
    expect(told({ event: 'keyEnded', key: 'Nightly', ...origin })).toBe(
      'revoked the API key “Nightly” from 81.10.10.10',
    );
    expect(told({ event: 'personSeen' })).toBe('viewed the person behind this lead');
  });

  it('is distinguished from field changes and unknown events', () => {
    for (const after of [null, { status: 'waiting' }, { event: 'unheardOf' }, { event: 'signedIn' }])
      expect(auditEventOf(after)).toBeNull();
  });
});
