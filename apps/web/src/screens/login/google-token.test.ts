import { describe, expect, it } from 'vitest';
import { GOOGLE_SCOPES, tokenOf } from './google-token.ts';

describe('Google sign-in', () => {
  it('asks for Drive files and Spreadsheets and nothing else', () => {
    expect(GOOGLE_SCOPES.split(' ')).toEqual([
      'https://www.googleapis.com/auth/drive.file',
      'https://www.googleapis.com/auth/spreadsheets',
    ]);
  });
  it('takes the token', () => expect(tokenOf({ access_token: 'abc' })).toBe('abc'));
  it('refuses an answer without one, saying why', () => {
    expect(() => tokenOf({ error: 'access_denied' })).toThrow('access_denied');
    expect(() => tokenOf({})).toThrow('Google gave no access token.');
  });
});
