import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { MAX_JSON_DEPTH } from '@signpost/contract/limits.ts';
import { isDeeperThan } from '@signpost/contract/reading/json.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { describe, expect, it } from 'vitest';

const { app } = await testApp();
const nested = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('Deeply nested JSON', () => {
  it.each(['/api/nonsense', '/api/auth/google', '/api/partners', '/api/public/leads'])(
    'is refused by %s without an error of the server, also for strangers',
    async (url) => {
      for (const depth of [MAX_JSON_DEPTH, 8_000, 200_000]) {
        const headers = { 'content-type': 'application/json', [TICKET_HEADER]: TICKET_VALUE };
        const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload: nested(depth) });
        expect(statusCode, body).toBeGreaterThanOrEqual(400);
        expect(statusCode, body).toBeLessThan(500);
      }
    },
  );

  it('is told from brackets in texts', () => {
    expect(isDeeperThan(nested(MAX_JSON_DEPTH - 1), MAX_JSON_DEPTH)).toBe(false);
    expect(isDeeperThan(nested(MAX_JSON_DEPTH), MAX_JSON_DEPTH)).toBe(true);
    expect(isDeeperThan(JSON.stringify({ text: `${'['.repeat(900)}"\\` }), MAX_JSON_DEPTH)).toBe(false);
    expect(isDeeperThan(`[${'[],'.repeat(900)}0]`, MAX_JSON_DEPTH)).toBe(false);
  });
});
