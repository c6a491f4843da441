/** The environment for a child process: this process's own environment, overridden by `values`. */
export function childEnv(values: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...values };
}
