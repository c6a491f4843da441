import { useState } from 'react';
import { storage } from '../../../api/storage.ts';

const HIDDEN = 'hidden';

/** Remembers in this browser that a part of the home screen is not shown any more. */
export const rememberHidden = (key: string): void => storage.write(key, HIDDEN);

/** Whether the person has hidden a part of the home screen, and the function that hides it. */
export function useHidden(key: string): [isHidden: boolean, hide: () => void] {
  const [isHidden, setHidden] = useState(() => storage.read(key) === HIDDEN);
  return [
    isHidden,
    () => {
      rememberHidden(key);
      setHidden(true);
    },
  ];
}
