/** The treatment of texts of a lead that cannot be read, or not completely. */
import { keysOf } from '../../objects.ts';
import { PHONE_PROBLEMS, type PhoneProblem } from '../../reading/phone-problem.ts';

const KEPT = 'the text is kept with the lead';

/** A number that no plan has. */
const phoneField = (problem: PhoneProblem) => ({
  path: 'phone',
  answer: `phone_${problem}_text`,
  label: `Phone as it came: ${PHONE_PROBLEMS[problem]}`,
  note: `This is no valid phone number: ${PHONE_PROBLEMS[problem]}. It was not changed, and ${KEPT}.`,
});

/** The fields whose text is kept with the answers of the form if it cannot be read, or not all of it. */
export const UNREAD_FIELDS = {
  email: {
    path: 'email',
    answer: 'email_text',
    label: 'E-mail as it came, not readable',
    note: 'This is not an e-mail address. The lead was taken without it, and the text is kept with the lead.',
  },
  phone: {
    path: 'phone',
    answer: 'phone_text',
    label: 'Phone as it came, not readable',
    note: 'This is not a phone number. The lead was taken without it, and the text is kept with the lead.',
  },
  emails: {
    path: 'email',
    answer: 'emails_text',
    label: 'E-mails as they came, the first one was read',
    note: 'There are several e-mail addresses. The lead was taken with the first one, and the text is kept with the lead.',
  },
  extension: {
    path: 'phone',
    answer: 'phone_extension_text',
    label: 'Phone as it came, with its extension',
    note: 'The number was taken without its extension, and the text is kept with the lead.',
  },
  firstName: {
    path: 'firstName',
    answer: 'first_name_text',
    label: 'First name as it came, too long',
    note: 'This is too long for a name. The lead was taken without it, and the text is kept with the lead.',
  },
  lastName: {
    path: 'lastName',
    answer: 'last_name_text',
    label: 'Last name as it came, too long',
    note: 'This is too long for a name. The lead was taken without it, and the text is kept with the lead.',
  },
  clickId: {
    path: 'clickId',
    answer: 'click_id_text',
    label: 'Click id as it came, not readable',
    note: 'This is not the id of a click. The lead was taken without it, and the text is kept with the lead.',
  },
  phones: {
    path: 'phone',
    answer: 'phones_text',
    label: 'Phones as they came, the first one was read',
    note: 'There are several phone numbers. The lead was taken with the first one, and the text is kept with the lead.',
  },
  country: {
    path: 'country',
    answer: 'country_text',
    label: 'Country as it came, not readable',
    note: 'This is no country. The one of the visitor’s address was taken, and the text is kept with the lead.',
  },
  phoneShort: phoneField('short'),
  phoneLong: phoneField('long'),
  phoneCode: phoneField('code'),
  phoneChanged: phoneField('changed'),
  phoneRange: phoneField('range'),
} as const;
export type UnreadField = keyof typeof UNREAD_FIELDS;

/** The field under which the text of a number that no plan has is kept. */
export const fieldOfProblem = (problem: PhoneProblem): UnreadField => FIELDS_OF_PROBLEMS[problem];

const FIELDS_OF_PROBLEMS = {
  short: 'phoneShort',
  long: 'phoneLong',
  code: 'phoneCode',
  changed: 'phoneChanged',
  range: 'phoneRange',
} as const satisfies Record<PhoneProblem, UnreadField>;

/** Whether the answers have the text of a contact that could not be read. */
export const hasUnread = (answers: Readonly<Record<string, string>>, path: 'email' | 'phone'): boolean =>
  keysOf(UNREAD_FIELDS).some(
    (name) => UNREAD_FIELDS[name].path === path && Object.hasOwn(answers, UNREAD_FIELDS[name].answer),
  );

const ANSWER_LABELS: ReadonlyMap<string, string> = new Map(
  Object.values(UNREAD_FIELDS).map(({ answer, label }) => [answer, label]),
);
/** The label of an answer of the form; undefined if the form gave the name. */
export const unreadLabel = (answer: string): string | undefined => ANSWER_LABELS.get(answer.replace(/_\d{1,3}$/, ''));
