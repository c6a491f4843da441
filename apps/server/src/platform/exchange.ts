import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request of Node's own server, and the response that answers it. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}
