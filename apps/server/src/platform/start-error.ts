/**
 * A reason why the product cannot start, said in one sentence for the person at the terminal.
 * `main.ts` prints the message alone (no stack) and exits with code 1.
 */
export class StartError extends Error {
  override name = 'StartError';
}
