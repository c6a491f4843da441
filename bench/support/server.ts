/** The server as `npm start` runs it, built from the sources of this moment. */
import { buildServer, SERVER } from '../../scripts/build-server.mjs';

await buildServer();

export { SERVER };
