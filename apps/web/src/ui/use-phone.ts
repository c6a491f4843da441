import { useMediaQuery } from '@mantine/hooks';

/** Widths below this are a phone (spec section 9); the app's own constant lives in the contract, which ui may not know. */
const PHONE_QUERY = '(max-width: 600px)';

/** Whether the screen is a phone's, right from the first render. */
export function usePhone(): boolean {
  return useMediaQuery(PHONE_QUERY, window.matchMedia(PHONE_QUERY).matches, { getInitialValueInEffect: false });
}
