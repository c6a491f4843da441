/** `GET /metrics`, on a port of its own or, with METRICS_TOKEN, beside other requests. Denied unless it is configured. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Exchange } from './exchange.ts';
import { isBearerOf } from './health-access.ts';
import type { Log } from './log.ts';
import type { Measures } from './measures.ts';
import type { Running } from './running.ts';

export const METRICS_PATH = '/metrics';

/** Answers `/metrics`; false leaves the request to others. */
export type MeasuresHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

interface HandlerOptions {
  measures: Measures | undefined;
  token: string | undefined;
  log: Log;
}

function say(response: ServerResponse, status: number, text: string, head: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...head });
  response.end(`${text}\n`);
}

const isMetrics = (url = ''): boolean => url === METRICS_PATH || url.startsWith(`${METRICS_PATH}?`);

/** For a port that serves other things too: only the bearer of METRICS_TOKEN gets the figures. */
export function measuresBeside({ measures, token, log }: HandlerOptions): MeasuresHandler {
  return (request, response) => {
    if (!isMetrics(request.url)) return false;
    if (measures === undefined || token === undefined) say(response, 404, 'This page does not exist.');
    else answer({ measures, token, log }, { request, response });
    return true;
  };
}

function answer(
  { measures, token, log }: { measures: Measures; token: string | undefined; log: Log },
  { request, response }: Exchange,
): void {
  if (token !== undefined && !isBearerOf(request, token)) {
    say(response, 401, 'Send METRICS_TOKEN as the bearer token.', { 'www-authenticate': 'Bearer' });
    return;
  }
  if (request.method !== 'GET') {
    say(response, 405, 'Only GET is answered.', { allow: 'GET', connection: 'close' });
    return;
  }
  measures
    .scrape()
    .then((text) => {
      response.writeHead(200, { 'content-type': measures.contentType, 'cache-control': 'no-store' });
      response.end(text);
    })
    .catch((err: unknown) => {
      log.error({ err }, 'the figures for /metrics could not be read');
      if (response.headersSent) response.destroy();
      else say(response, 500, 'The figures could not be read.');
    });
}

/**
 * Serves `/metrics` on METRICS_PORT. Without METRICS_TOKEN only this machine can reach it. Rejects if the port is taken.
 */
export async function serveMeasures(
  options: HandlerOptions & { measures: Measures; port: number; host: string },
): Promise<Running & { port: number }> {
  const { measures, token, log, port, host } = options;
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    if (isMetrics(request.url)) answer({ measures, token, log }, { request, response });
    else say(response, 404, 'Only /metrics is served here.');
  });
  server.maxConnections = 50;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, token === undefined ? '127.0.0.1' : host, resolve);
  });
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
