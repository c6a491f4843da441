/** The page on the app's port while the demo world is being made, so that a browser shows how far it is. */
import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';

/** The path that tells the page how far the world is. The app has no such path: its 404 makes the page load the app. */
const PROGRESS_PATH = '/opening';
const RETRY_SECONDS = 2;

interface Opening {
  /** Shows the share that is made, from 0 to 1. The page is opened by the first call, which rejects if the port is taken. */
  show(share: number): Promise<void>;
  /** Ends the page and frees the port. */
  close(): Promise<void>;
}

/** Prepares the page; nothing listens until there is progress to show. `opened` is called once it can be looked at. */
export function openingPage({ port, host, opened }: { port: number; host: string; opened?: () => void }): Opening {
  let share = 0;
  let server: Server | undefined;
  return {
    async show(made) {
      share = made;
      if (server !== undefined) return;
      server = createServer(({ url }, response) => answer(response, url, share));
      await listening(server, port, host);
      opened?.();
    },
    async close() {
      const closing = server;
      if (closing === undefined) return;
      server = undefined;
      await new Promise((resolve) => {
        closing.close(resolve);
        closing.closeAllConnections();
      });
    },
  };
}

const listening = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });

function answer(response: ServerResponse, url: string | undefined, share: number): void {
  response.setHeader('Cache-Control', 'no-store');
  if (url === PROGRESS_PATH) {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ share }));
    return;
  }
  // Programs that wait for the app must not take this page for it.
  const nonce = randomBytes(16).toString('base64');
  response.writeHead(503, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'`,
    'Retry-After': RETRY_SECONDS,
  });
  response.end(pageOf(share, nonce));
}

const percentOf = (share: number): number => Math.round(share * 100);

const pageOf = (share: number, nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Signpost is being set up</title>
<noscript><meta http-equiv="refresh" content="${RETRY_SECONDS}"></noscript>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif;
    background: light-dark(#f7f8fa, #0f1216); color: light-dark(#1c2430, #e6e9ee); }
  main { width: min(26rem, calc(100vw - 3rem)); }
  h1 { font-size: 1.375rem; margin: 0 0 .25rem; }
  p { margin: 0 0 1rem; color: light-dark(#556070, #9aa4b2); }
  progress { width: 100%; height: .5rem; accent-color: #2f6fed; }
</style>
</head>
<body>
<main>
<h1>Signpost is being set up</h1>
<p>A demo company with two years of traffic is being made: <output>${percentOf(share)} %</output>.
This page opens the app when it is ready.</p>
<progress max="100" value="${percentOf(share)}" aria-label="Progress"></progress>
</main>
<script nonce="${nonce}">
  const bar = document.querySelector('progress');
  const text = document.querySelector('output');
  async function look() {
    try {
      const answer = await fetch('${PROGRESS_PATH}', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
      // The app does not know this path, so its refusal means that it has the port now.
      if (!answer.ok) return location.reload();
      const { share } = await answer.json();
      bar.value = Math.round(share * 100);
      text.textContent = bar.value + ' %';
    } catch {
      // Nothing answers for a moment while the app takes over the port.
    }
    setTimeout(look, 1000);
  }
  setTimeout(look, 1000);
</script>
</body>
</html>
`;
