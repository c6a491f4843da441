/** Reasons why a number cannot be one of its country. They stand apart, because the plans of phone numbers are large. */

export const PHONE_PROBLEMS = {
  short: 'too short for its country',
  long: 'too long for its country',
  code: 'no country has its calling code',
  changed: 'it could only be read with other digits',
  range: 'no such number in the plan of its country',
} as const;
export type PhoneProblem = keyof typeof PHONE_PROBLEMS;
