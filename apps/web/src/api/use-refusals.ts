import { useState } from 'react';
import type { ApiError } from './error.ts';

type FieldError = ApiError['errors'][number];

/** The errors of a form's fields: those that the form shows stay at their field, all others are said as a message. */
export function useRefusals(isField: (path: string) => boolean) {
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  return {
    at: (path: string): string[] => errors.filter((error) => error.path === path).map(({ message }) => message),
    clear: () => setErrors([]),
    onRefused: ({ errors: refused }: ApiError): boolean => {
      const own = refused.filter(({ path }) => isField(path));
      setErrors(own);
      return own.length > 0;
    },
  };
}
