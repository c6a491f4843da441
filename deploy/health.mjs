/** The health check of a container: `node deploy/health.mjs URL` ends with 0 if the URL answers with a success, else with 1. */
const [url] = process.argv.slice(2);

try {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(4_000) });
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
} catch (error) {
  console.error(`${url} is not well: ${error.message}`);
  process.exit(1);
}
