/** Builds the server from the current sources. Benches and chaos runs start it as `npm start` does. */
import { buildServer, SERVER } from '../../scripts/build-server.mjs';

await buildServer();

export { SERVER };
