import { createContext, use } from 'react';

/** Whether the app shows its mobile layout. The shell decides, by the rule of the contract. */
export const MobileContext = createContext(false);

/** Whether the mobile layout is shown: cards instead of tables, full-screen forms. Correct from the first render. */
export function useMobile(): boolean {
  return use(MobileContext);
}
