/** Servers of lead buyers that answer as a test tells them. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export interface Buyers {
  /** The address of the servers; a buyer's name is the first segment of its path. */
  home: string;
  /** The behaviour of each buyer by name; unnamed buyers reject leads. */
  mood: Record<string, string>;
  asked: { path: string; body: string; auth: string; key: string }[];
  /** How many leads each buyer accepted. */
  accepted: Map<string, number>;
}

const json = (response: ServerResponse, answer: object) => void response.end(JSON.stringify(answer));

/** The answer for each behaviour. */
const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  accept: (response) => json(response, { result: { status: 'OK', url: 'https://buyer.example/welcome' } }),
  refuse: (response) => json(response, { result: { status: 'declined' }, message: 'No jo@example.com please' }),
  odd: (response) => json(response, { result: { status: 'OK', url: 'https://buyer.example/a\0b' }, message: '\0' }),
  duplicate: (response) => json(response, { result: { status: 'exists' } }),
  hang: () => undefined,
  rubbish: (response) => void response.end('<html>It works!'),
  redirect: (response) => void response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
  fail: (response) => void response.writeHead(500).end('{"result":{"status":"OK"}}'),
  vanish: (response) => void response.destroy(),
};

/** Call once at the top of a test file. */
export async function testBuyers(): Promise<Buyers> {
  const server = createServer((request, response) => {
    const name = request.url?.split('/')[1] ?? '';
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      buyers.asked.push({
        path: request.url ?? '',
        body,
        auth: String(request.headers.authorization ?? ''),
        key: String(request.headers['idempotency-key'] ?? ''),
      });
      const mood = buyers.mood[name] ?? 'refuse';
      if (mood === 'accept') buyers.accepted.set(name, (buyers.accepted.get(name) ?? 0) + 1);
      ANSWERS[mood]?.(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const buyers: Buyers = { home, mood: {}, asked: [], accepted: new Map() };
  return buyers;
}
