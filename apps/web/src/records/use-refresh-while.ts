import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { recordsKey } from '../api/calls.ts';

const EVERY_MS = 2_000;

/** Refetches an entity's records while the server works on one that is shown. Unsaved input is not lost. */
export function useRefreshWhile(entity: string, isAtWork: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isAtWork) return;
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: recordsKey({ name: entity }) }),
      EVERY_MS,
    );
    return () => clearInterval(timer);
  }, [client, entity, isAtWork]);
}
