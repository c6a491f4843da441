import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const EVERY_MS = 2_000;

/** Reads an entity's records again and again while the server is at work on one that is shown; nothing typed is lost. */
export function useRefreshWhile(entity: string, isAtWork: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isAtWork) return;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['records', entity] }), EVERY_MS);
    return () => clearInterval(timer);
  }, [client, entity, isAtWork]);
}
