/** Messages for refused fields, in addition to the specified ones in `validators.ts`. */
export const ENTER_TEXT = 'Enter a text.';
export const CHOOSE_ONE = 'Choose an option from the list.';
export const YES_OR_NO = 'Choose Yes or No.';
export const NO_SUCH_FIELD = 'This field does not exist or cannot be changed.';
export const NO_SUCH_SETTING = 'This setting does not exist.';
export const NUMBER = 'Field has to be a number.';
export const WHOLE_NUMBER = 'Enter a whole number.';
export const DAY_FORMAT = 'Enter a date as YYYY-MM-DD.';
export const outsideLedger = (first: string, today: string) =>
  `Enter a day between ${first} and today (${today}, UTC).`;
export const LAST_BEFORE_FIRST = 'The last day is before the first day.';
export const NOT_UNIQUE = 'This value is already in use.';
export const NO_SUCH_RECORD = 'This record does not exist.';
export const CAMPAIGN_TWICE = 'This campaign is already in the allocation.';
export const atLeast = (bound: number | string) => `At least ${bound}.`;
export const atMost = (bound: number | string) => `At most ${bound}.`;
export const atMostCharacters = (max: number) => `At most ${max} characters.`;
export const atMostRows = (max: number) => `At most ${max} rows.`;
