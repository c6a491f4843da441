import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { mayReadFigures } from './health-access.ts';

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress, localAddress: '10.0.0.5' } }) as unknown as IncomingMessage;
const SECRET = 'the-secret-of-the-monitoring';

it('shows figures to this machine and to callers with the secret, and to nobody behind a proxy or elsewhere', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.5'])
    expect(mayReadFigures(from(address), undefined), address).toBe(true);
  expect(mayReadFigures(from('203.0.113.1', { authorization: `Bearer ${SECRET}` }), SECRET)).toBe(true);
  for (const request of [
    from('203.0.113.1'),
    from('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }),
    from('127.0.0.1', { forwarded: 'for=127.0.0.1' }),
    from('203.0.113.1', { authorization: 'Bearer wrong' }),
    from('203.0.113.1', { authorization: SECRET }),
  ])
    expect(mayReadFigures(request, SECRET)).toBe(false);
  expect(mayReadFigures(from('203.0.113.1', { authorization: 'Bearer undefined' }), undefined)).toBe(false);
});
