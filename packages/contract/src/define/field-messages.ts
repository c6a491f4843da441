/** Messages for refused fields, beside the fixed ones in `validators.ts`. */
export const CHOOSE_ONE = 'Please choose one of the list.';
export const YES_OR_NO = 'Please choose Yes or No.';
export const NO_SUCH_FIELD = 'There is no such field to write.';
export const NO_SUCH_SETTING = 'There is no such setting.';
export const WHOLE_NUMBER = 'Please give a whole number.';
export const DAY_FORMAT = 'Please give a day as YYYY-MM-DD.';
export const outsideLedger = (first: string, today: string) =>
  `Enter a day between ${first} and today (${today}, UTC).`;
export const LAST_BEFORE_FIRST = 'The last day lies before the first.';
export const NOT_UNIQUE = 'This is taken already.';
export const NO_SUCH_RECORD = 'There is no such record.';
export const atLeast = (bound: number | string) => `At least ${bound}.`;
export const atMost = (bound: number | string) => `At most ${bound}.`;
export const atMostCharacters = (max: number) => `At most ${max} characters.`;
export const atMostRows = (max: number) => `At most ${max} rows.`;
