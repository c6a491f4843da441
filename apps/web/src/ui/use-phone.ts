import { useMediaQuery } from '@mantine/hooks';

/** Screens narrower than 601 px are phones, as the specification says. */
const PHONE_QUERY = '(max-width: 600px)';

/** Whether the screen is a phone's, correct from the first render. */
export function usePhone(): boolean {
  return useMediaQuery(PHONE_QUERY, window.matchMedia(PHONE_QUERY).matches, { getInitialValueInEffect: false });
}
