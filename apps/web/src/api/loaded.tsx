import type { ReactNode } from 'react';
import { CallError } from './call-error.tsx';

interface Props<Data> {
  /** The result of `useCall` or another query. */
  of: { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> };
  /** Shown until there is an answer. */
  skeleton: ReactNode;
  /** Whether earlier data stays in sight if a later call fails. Otherwise the error takes its place. */
  keepsData?: boolean | undefined;
  children: (data: Data) => ReactNode;
}

/** Shows the data of a call: a skeleton while it loads, and an error with a retry button if it fails. */
export function Loaded<Data>({ of: { data, error, refetch }, skeleton, keepsData = false, children }: Props<Data>) {
  const hasOldData = keepsData && data !== undefined;
  if (error !== null && !hasOldData) return <CallError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return skeleton;
  return children(data);
}
