/** Visitors who click without a pause. */
import { Agent, get } from 'node:http';

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

const clickIdPattern = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** Makes one click. Returns its id if it was answered with a redirect, undefined if it was not answered. */
export function click(port: number, boxId: number, agent?: Agent): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = get(
      {
        host: '127.0.0.1',
        port,
        path: `/box_${boxId}?sub1=bench`,
        headers: { 'user-agent': CHROME },
        agent,
        timeout: 5_000,
      },
      (response) => {
        response.resume();
        response.once('error', () => resolve(undefined));
        response.once('end', () => resolve(clickIdPattern.exec(response.headers.location ?? '')?.[0]));
      },
    );
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(undefined));
  });
}

/** Several visitors at once; `answered` gets every id. `stop` resolves when all of them have ended. */
export function startClicking(options: {
  port: number;
  boxId: number;
  visitors: number;
  answered: (id: string) => void;
}) {
  const { port, boxId, visitors, answered } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: visitors });
  let stopped = false;
  const one = async (): Promise<void> => {
    while (!stopped) {
      const id = await click(port, boxId, agent);
      if (id !== undefined) answered(id);
      // The port is closed, so the visitor waits a moment.
      else await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const all = Promise.all(Array.from({ length: visitors }, one));
  return {
    async stop(): Promise<void> {
      stopped = true;
      await all;
      agent.destroy();
    },
  };
}
