import type { IncomingMessage, ServerResponse } from 'node:http';
import { mayReadFigures } from '../../../platform/health-access.ts';

interface HealthDeps {
  /** The body of the answer; strangers only get `up`. */
  health: () => { up: boolean };
  healthSecret?: string | undefined;
}

/** Answers `GET /health`. */
export function tellHealth(deps: HealthDeps, request: IncomingMessage, response: ServerResponse): void {
  const health = deps.health();
  const body = JSON.stringify(mayReadFigures(request, deps.healthSecret) ? health : { up: health.up });
  response.writeHead(health.up ? 200 : 503, [
    'Content-Type',
    'application/json',
    'Cache-Control',
    'no-store',
    'Content-Length',
    String(Buffer.byteLength(body)),
  ]);
  response.end(body);
}
