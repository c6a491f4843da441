/** The whole product as `npm start` runs it, on free ports and in a separate folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { killAll, processTree } from './process-tree.ts';
import { SERVER } from './server.ts';

export interface Product {
  port: number;
  clickPort: number;
  /** The process from which all others descend. */
  pid: number;
  /** `kill -9` of the process and all its descendants. */
  killAll(): Promise<void>;
  stop(): Promise<void>;
}

/** If set, the product's warnings are appended to this file, so that a failed run can be investigated. */
const LOG = process.env.PRODUCT_LOG;

/** Starts it and resolves when it says that it is ready. */
export async function startProduct(dataDir: string, ports: { port: number; clickPort: number }): Promise<Product> {
  const child = spawn(process.execPath, [SERVER], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(ports.port),
      CLICK_PORT: String(ports.clickPort),
      DEMO: '1',
      PRIVATE_TARGETS: '1',
      LOG_LEVEL: 'warn',
    },
  });
  const output: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => {
    output.push(chunk.toString());
    if (LOG !== undefined) appendFileSync(LOG, chunk);
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.includes('Signpost is ready') && resolve());
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}:\n${output.join('').slice(-4000)}`)));
  });
  return {
    ...ports,
    pid: child.pid ?? 0,
    async killAll() {
      killAll(await processTree(child.pid ?? 0));
      await gone(child);
    },
    async stop() {
      child.kill('SIGTERM');
      await gone(child);
    },
  };
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/**
 * Signs in as the demo's administrator and creates a box whose only campaign passes the click id on. Returns the box's
 * id. All visitors share one address here, so it is exempt from the bot rules.
 */
export async function buildBox(port: number): Promise<number> {
  const token = await signInDemo(port);
  await callApi(port, 'POST', 'whitelist', { pattern: '127.0.0.0/8', notes: 'Visitors of this run' }, token);
  const { id: campaignId } = await callApi<{ id: number }>(
    port,
    'POST',
    'campaigns',
    {
      name: 'Bench',
      landerType: 'affiliate',
      status: 'active',
      targetUrl: 'https://bench.example/?c={click_id}&g={geo}',
    },
    token,
  );
  const { id } = await callApi<{ id: number }>(
    port,
    'POST',
    'campaign-boxes',
    {
      name: 'Bench',
      boxKind: 'regular',
      status: 'active',
      fallbackUrl: 'https://bench.example/?c={click_id}',
      allocation: [{ campaignId, weight: 100, lock: false, weightOverride: false }],
    },
    token,
  );
  return id;
}

/** The token of the demo's administrator. */
export async function signInDemo(port: number): Promise<string> {
  return (await callApi<{ token: string }>(port, 'POST', 'auth/demo', { email: 'admin@demo.invalid' })).token;
}

/** Makes one call of the API; returns the envelope's data. */
export async function callApi<T>(
  port: number,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  token?: string,
): Promise<T> {
  return (await readEnvelope<T>(path, await ask(port, method, path, body, token))).data;
}

/** The number of records of a list that match. A product that is too busy to answer (503) is asked again, for a minute. */
export async function totalOf(port: number, path: string, token: string): Promise<number> {
  for (const deadline = performance.now() + 60_000; ; await delay(500)) {
    const answer = await ask(port, 'GET', `${path}&limit=1`, undefined, token);
    if (answer.status === 503 && performance.now() < deadline) continue;
    return (await readEnvelope<unknown>(path, answer)).meta.total ?? 0;
  }
}

async function ask(
  port: number,
  method: string,
  path: string,
  body: unknown,
  token: string | undefined,
): Promise<Response> {
  return await fetch(`http://127.0.0.1:${port}/api/${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      [TICKET_HEADER]: TICKET_VALUE,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function readEnvelope<T>(path: string, answer: Response): Promise<{ data: T; meta: { total?: number } }> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
