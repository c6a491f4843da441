import { describe, expect, it } from 'vitest';
import { tokenOf } from './google-token.ts';

describe('Google sign-in', () => {
  it('takes the token', () => expect(tokenOf({ access_token: 'abc' })).toBe('abc'));
  it('refuses an answer without one, saying why', () => {
    expect(() => tokenOf({ error: 'access_denied' })).toThrow('access_denied');
    expect(() => tokenOf({})).toThrow('Google gave no access token.');
  });
});
