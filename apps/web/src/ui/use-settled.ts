import { useEffect, useState } from 'react';

const REST_MS = 500;

/** A value once it has not changed for half a second. */
export function useSettled<T>(value: T): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState({ text, value });
  useEffect(() => {
    const timer = setTimeout(
      () =>
        setSettled((was) => {
          if (was.text === text) return was;
          return { text, value };
        }),
      REST_MS,
    );
    return () => clearTimeout(timer);
  }, [text, value]);
  return settled.value;
}
