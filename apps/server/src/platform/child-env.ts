/** The environment for a child process: this process's own, with `values` laid over it. */
export function childEnv(values: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...values };
}
