import { describe, expect, it, vi } from 'vitest';

// The module reads the page's address when it is loaded.
vi.stubGlobal('window', { location: { hash: '', origin: 'https://signpost.test' } });
const { consentAddress, tokenOf } = await import('./google.ts');

const waiting = { state: 'our-state', from: '/partners' };
const answer = (values: Record<string, string>) => new URLSearchParams({ state: 'our-state', ...values });

describe('the consent prompt', () => {
  it('asks for a token, with consent, for Drive files and Spreadsheets', () => {
    const address = new URL(
      consentAddress({
        authUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
        clientId: 'client',
        redirectUri: 'https://signpost.test/',
        state: 'our-state',
      }),
    );
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'token',
      prompt: 'consent',
      client_id: 'client',
      redirect_uri: 'https://signpost.test/',
      state: 'our-state',
    });
    expect(address.searchParams.get('scope')?.split(' ')).toEqual(
      expect.arrayContaining([
        'https://www.googleapis.com/auth/drive.file',
        'https://www.googleapis.com/auth/spreadsheets',
      ]),
    );
  });
});

describe('the token promise', () => {
  it('resolves with the access token', async () => {
    await expect(tokenOf(answer({ access_token: 'ya29.token' }), waiting)).resolves.toBe('ya29.token');
  });

  it.each([
    ['Google refused', { error: 'access_denied' }, 'Google sign-in was cancelled.'],
    ['Google says why', { error: 'invalid_scope', error_description: 'No such scope.' }, 'No such scope.'],
    ['there is no token', { access_token: '' }, 'Google returned no access token.'],
    ['it is another sign-in’s answer', { access_token: 't', state: 'theirs' }, /does not belong to this sign-in/],
  ])('is rejected when %s', async (_what, values, message) => {
    await expect(tokenOf(answer(values), waiting)).rejects.toThrow(message);
  });

  it('is rejected when no sign-in was started', async () => {
    await expect(tokenOf(answer({ access_token: 't' }), null)).rejects.toThrow(/does not belong/);
  });
});
