/** The common parts of the programs behind `npm run backup`, `doctor` and the like. */
import { StartError, startSentence } from './start-error.ts';

/** The exit code of a command that could not do its work. */
const FAILED = 2;

/** Whether Node's `parseArgs` has refused the arguments. */
const isAboutArguments = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');

/**
 * Runs a command. `--help` prints its usage and does nothing. An error that a person can correct is printed as one
 * sentence and ends the command with 2; any other error is thrown.
 */
export async function runCommand(usage: string, run: () => Promise<void>): Promise<void> {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  try {
    await run();
  } catch (error) {
    const sentence = isAboutArguments(error) ? `${error.message}\n\n${usage}` : startSentence(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = FAILED;
  }
}

/**
 * Returns the only positional argument of a command; undefined if there is none. Errors: StartError for more than one,
 * which is often a path with a space.
 */
export function onlyArgument(positionals: readonly string[]): string | undefined {
  const [first, ...others] = positionals;
  if (others.length > 0)
    throw new StartError(
      `There is one argument too many (“${others.join(' ')}”): put a path with spaces into quotation marks.`,
    );
  return first;
}
