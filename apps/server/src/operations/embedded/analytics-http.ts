import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { sameToken } from '../../platform/tokens.ts';
import type { AnalyticsEngine, Figures, Work } from './analytics-engine.ts';
import { readStatement, type Statement, StatementError } from './analytics-statement.ts';
import type { Pace } from './pace.ts';

export interface AnalyticsDeps {
  engine: AnalyticsEngine;
  secret: string;
  /** Missing where the engine cannot give way. */
  pace?: Pace | undefined;
}

const largestBody = 512 * 1024 * 1024;

/**
 * The part of ClickHouse's HTTP interface that `@clickhouse/client` uses: `/ping`, and `POST /` with the statement in
 * the body, or in `?query=` with data in the body. It reads `param_…`, `query_id`, `database` and `default_format`, and
 * Basic credentials with the secret as password. Errors have the engine's wording, with their code in a header.
 */
export function analyticsServer(deps: AnalyticsDeps): Server {
  // Bound arrays are sent in the URL, which counts as header in Node. Connections stay open for longer than a busy
  // client pauses between two statements, because a statement sent on a closed connection is lost (EPIPE).
  return createServer(
    { maxHeaderSize: 4 * 1024 * 1024, requestTimeout: 0, keepAliveTimeout: 60_000 },
    (request, response) => {
      answer(deps, request, response).catch((error: unknown) => fail(response, error));
    },
  );
}

async function answer(
  { engine, secret, pace }: AnalyticsDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/ping') {
    await engine.ready();
    response.end('Ok.\n');
    return;
  }
  if (!authorized(request.headers.authorization, secret)) {
    throw new StatementError(516, 'AUTHENTICATION_FAILED', 'Authentication failed.');
  }
  const body = await readBody(request);
  const query = url.searchParams.get('query');
  const hasData = query !== null && body.length > 0;
  const statement = readStatement(query ?? body.toString('utf8'), hasData);
  const work = toWork(statement, url.searchParams);
  const watched = <T>(run: () => Promise<T>): Promise<T> => {
    if (pace === undefined) return run();
    return pace.watch(run);
  };
  response.setHeader('X-ClickHouse-Query-Id', work.queryId);
  response.setHeader('X-ClickHouse-Server-Display-Name', 'signpost');
  response.once('close', () => {
    if (!response.writableFinished)
      engine.kill(work.queryId).catch((error: unknown) => request.destroy(toError(error)));
  });

  if (statement.kind === 'kill') {
    await engine.kill(victim(statement, work.params));
    response.end();
  } else if (statement.kind === 'insert') {
    finish(response, await watched(() => engine.insert(work, body)));
  } else if (hasData) {
    throw new StatementError(48, 'NOT_IMPLEMENTED', 'Only INSERT accepts data.');
  } else {
    await watched(() => send(engine, work, response));
  }
}

/** Streams the result. Nothing is sent before the first chunk, so that most failures still get a status of their own. */
async function send(engine: AnalyticsEngine, work: Work, response: ServerResponse): Promise<void> {
  const chunks = engine.run(work);
  let next = await chunks.next();
  response.setHeader('Content-Type', 'application/octet-stream');
  response.setHeader('X-ClickHouse-Format', work.statement.format ?? work.format);
  const tag = randomBytes(8).toString('hex');
  response.setHeader('X-ClickHouse-Exception-Tag', tag);
  try {
    while (!next.done) {
      if (response.destroyed) return void (await chunks.return(noFigures));
      if (next.value.length > 0 && !response.write(next.value)) await drained(response);
      next = await chunks.next();
    }
  } catch (error) {
    if (!response.headersSent) throw error;
    // The status has already been sent. As in ClickHouse, the exception then follows the rows, between tags that a
    // header announces.
    const message = `${toError(error).message}\n`;
    const length = Buffer.byteLength(message);
    response.end(`\r\n__exception__\r\n${tag}\r\n${message}${length} ${tag}\r\n__exception__\r\n`);
    return;
  }
  finish(response, next.value);
}

const noFigures: Figures = { rowsRead: 0, bytesRead: 0, rowsWritten: 0, bytesWritten: 0, seconds: 0 };

function finish(response: ServerResponse, figures: Figures): void {
  if (!response.headersSent) {
    response.setHeader(
      'X-ClickHouse-Summary',
      JSON.stringify({
        read_rows: String(figures.rowsRead),
        read_bytes: String(figures.bytesRead),
        written_rows: String(figures.rowsWritten),
        written_bytes: String(figures.bytesWritten),
        result_rows: '0',
        result_bytes: '0',
        elapsed_ns: String(Math.round(figures.seconds * 1e9)),
      }),
    );
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

const statusByCode = new Map([
  [516, 403],
  [164, 403],
  [60, 404],
  [81, 404],
  [62, 400],
  [36, 400],
  [48, 501],
  [159, 408],
]);

function fail(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.writableEnded) return;
  const { message } = toError(error);
  const code = Number(/^Code: (\d+)\./.exec(message)?.[1] ?? 1002);
  response.statusCode = statusByCode.get(code) ?? 500;
  response.setHeader('X-ClickHouse-Exception-Code', String(code));
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
  if (message.startsWith('Code:')) response.end(message);
  else response.end(`Code: 1002. DB::Exception: ${message} (UNKNOWN_EXCEPTION)`);
}

function toError(error: unknown): Error {
  if (error instanceof Error) return error;
  return new Error(String(error));
}

function toWork(statement: Statement, search: URLSearchParams): Work {
  const params = new Map<string, string>();
  for (const [name, value] of search) if (name.startsWith('param_')) params.set(name.slice('param_'.length), value);
  return {
    statement,
    params,
    queryId: search.get('query_id') ?? randomUUID(),
    database: search.get('database') ?? 'default',
    format: search.get('default_format') ?? 'TabSeparated',
  };
}

/** The query id that a KILL names. Other conditions are not supported, nor is SYNC, which never returns in chDB. */
function victim(statement: Statement, params: ReadonlyMap<string, string>): string {
  const pattern = /^KILL\s+QUERY\s+WHERE\s+query_id\s*=\s*(?:'([\w-]+)'|\{(\w+):\s*String\})(?:\s+ASYNC)?$/i;
  const [, named, parameter = ''] = pattern.exec(statement.sql) ?? [];
  const id = named ?? params.get(parameter);
  if (id === undefined) {
    throw new StatementError(48, 'NOT_IMPLEMENTED', "Only KILL QUERY WHERE query_id = '…' ASYNC is served.");
  }
  return id;
}

function authorized(header: string | undefined, secret: string): boolean {
  const credentials = /^Basic (.+)$/.exec(header ?? '')?.[1] ?? '';
  const text = Buffer.from(credentials, 'base64').toString('utf8');
  return sameToken(text.slice(text.indexOf(':') + 1), secret);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (request.headers['content-encoding'] !== undefined) {
    throw new StatementError(48, 'NOT_IMPLEMENTED', 'Compressed requests are not served on loopback.');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > largestBody) throw new StatementError(307, 'TOO_MANY_BYTES', 'The request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
