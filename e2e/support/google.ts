import { GoogleSheets } from '@signpost/testkit/google-sheets.ts';
import { OAuth2Server } from 'oauth2-mock-server';

const inHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * A real OAuth server on loopback replaces Google for the whole run: it asks who consents, creates tokens and tells who
 * they belong to.
 */
export default async function startGoogle(): Promise<() => Promise<void>> {
  const google = new OAuth2Server();
  const owners = new Map<string, { email: string; account: string }>();
  await google.issuer.keys.generate('RS256');
  google.service.addRoute('GET', '/consent', (request, response) => {
    const asked = new URL(request.url ?? '', 'http://loopback').searchParams;
    const [to, state] = [asked.get('redirect_uri') ?? '', asked.get('state') ?? ''];
    const refused = `${to}#${new URLSearchParams({ error: 'access_denied', state })}`;
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>Consent</title><h1>Sign in to continue</h1>
      <p id="asked">${inHtml([asked.get('response_type'), asked.get('prompt'), asked.get('scope')].join(' '))}</p>
      <form action="/allow"><input name="to" type="hidden" value="${inHtml(to)}">
      <input name="state" type="hidden" value="${inHtml(state)}">
      <label>E-mail <input name="email"></label><label>Account <input name="account"></label><button>Allow</button></form>
      <a href="${inHtml(refused)}">Cancel</a>`);
  });
  google.service.addRoute('GET', '/allow', (request, response) => {
    const given = new URL(request.url ?? '', 'http://loopback').searchParams;
    const token = `ya29.${crypto.randomUUID()}`;
    const email = given.get('email') ?? '';
    owners.set(token, { email, account: given.get('account') || email });
    const answer = { access_token: token, token_type: 'Bearer', expires_in: '3599', state: given.get('state') ?? '' };
    response.writeHead(302, { location: `${given.get('to')}#${new URLSearchParams(answer)}` }).end();
  });
  google.service.addRoute('POST', '/tokeninfo', (request, response) => {
    const { access_token: token = '' } = request.body as { access_token?: string };
    const owner = owners.get(token);
    response.writeHead(owner === undefined ? 400 : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        aud: process.env.E2E_GOOGLE_CLIENT,
        sub: owner?.account,
        email: owner?.email,
        email_verified: 'true',
      }),
    );
  });
  await google.start(Number(process.env.E2E_GOOGLE_PORT), '127.0.0.1');
  const sheets = await new GoogleSheets().listen(Number(process.env.E2E_SHEETS_PORT));
  return async () => {
    await sheets.stop();
    await google.stop();
  };
}
