import type { Viewer } from '@signpost/contract/access/access.ts';
import { isGrade } from '@signpost/contract/access/grades.ts';
import { isNumberFormat, isWeekStart, NUMBER_FORMATS, type WeekStart } from '@signpost/contract/dates/habits.ts';
import { DEFAULT_BASE_CURRENCY, setBaseCurrency } from '@signpost/contract/money/base-currency.ts';
import { readId } from '@signpost/contract/routes/search.ts';
import type { Person, SignedIn } from '@signpost/contract/workplace/people/sign-in.ts';
import { useSyncExternalStore } from 'react';
import { type FirstDay, setFirstDayOfWeek } from '../ui/fields/calendar.ts';
import { setNumberLocale } from '../ui/values/format.ts';
import { queryClient } from './queries.ts';
import { storage } from './storage.ts';

/** The signed-in person, as the sign-in call returns it. */
export type SessionUser = Person;

/** The signed-in person as stored in the browser. It only shapes menus; the server checks every call. */
export type Session = SignedIn;

const KEY = 'signpost.session';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const texts = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.filter((item): item is string => typeof item === 'string');
  return [];
};

/** Reads a session from an unknown value; null unless it has a token and a person with a grade. */
export function parseSession(value: unknown): Session | null {
  if (!isRecord(value) || typeof value.token !== 'string' || value.token === '' || !isRecord(value.user)) return null;
  const {
    id,
    name,
    email,
    grade,
    includedPaths,
    excludedPaths,
    timeZone,
    homeTab,
    weekStart,
    numberFormat,
    displayCurrency,
  } = value.user;
  const userId = readId(id);
  if (userId === undefined || !isGrade(grade)) return null;
  return {
    token: value.token,
    user: {
      id: userId,
      name: String(name ?? ''),
      email: String(email ?? ''),
      grade,
      includedPaths: texts(includedPaths),
      excludedPaths: texts(excludedPaths),
      timeZone: typeof timeZone === 'string' && timeZone !== '' ? timeZone : 'UTC',
      homeTab: typeof homeTab === 'string' ? homeTab : null,
      weekStart: isWeekStart(weekStart) ? weekStart : 'monday',
      numberFormat: isNumberFormat(numberFormat) ? numberFormat : null,
      displayCurrency: typeof displayCurrency === 'string' ? displayCurrency : null,
    },
    demo: value.demo === true,
    // Sessions stored before the base currency could be chosen do not contain it.
    baseCurrency: typeof value.baseCurrency === 'string' ? value.baseCurrency : DEFAULT_BASE_CURRENCY,
  };
}

const FIRST_DAY: Readonly<Record<WeekStart, FirstDay>> = { sunday: 0, monday: 1, saturday: 6 };

/**
 * Numbers and calendars follow the person's choice; without a choice, numbers follow the browser. Amounts are in the
 * base currency.
 */
function followHabits(session: Session | null): void {
  if (session !== null) setBaseCurrency(session.baseCurrency);
  const format = session?.user.numberFormat ?? null;
  setFirstDayOfWeek(FIRST_DAY[session?.user.weekStart ?? 'monday']);
  setNumberLocale(format === null ? undefined : NUMBER_FORMATS[format].locale);
}

let current: Session | null = parseSession(storage.read(KEY));
followHabits(current);
/** The person who was signed in last. Cached answers belong to that person and must not be shown to the next one. */
let last = current?.user.id;
let hasEnded = false;
const listeners = new Set<() => void>();

function set(next: Session | null): void {
  current = next;
  followHabits(next);
  if (next !== null) {
    if (last !== undefined && last !== next.user.id) void queryClient.resetQueries();
    last = next.user.id;
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

// Signing in or out in one tab applies to all tabs.
window.addEventListener('storage', (event) => {
  if (event.key === KEY) set(parseSession(storage.read(KEY)));
});

/** The session, for code outside React. */
export function getSession(): Session | null {
  return current;
}

/** Stores a new session, or a change of its person. */
export function keepSession(session: Session): void {
  hasEnded = false;
  storage.write(KEY, session);
  set(session);
}

/** Removes the session from the browser. `/logout` ends it on the server. */
export function forgetSession(): void {
  storage.remove(KEY);
  set(null);
}

/** Forgets a session that the server no longer accepts. The sign-in then says so, once. */
export function endSession(): void {
  hasEnded = current !== null || hasEnded;
  forgetSession();
}

/** Whether the last session was ended by the server rather than by signing out. */
export function hasSessionEnded(): boolean {
  return hasEnded;
}

/** The session; the component renders again when it changes. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, getSession);
}

/** The part of a session that the access rule needs (`fePermissions`). */
export function viewerOf(session: Session): Viewer {
  const { grade, includedPaths, excludedPaths } = session.user;
  return { grade, includedPaths, excludedPaths };
}

/**
 * The signed-in person. For screens behind the sign-in only.
 *
 * @throws {Error} when no session is active.
 */
export function useUser(): SessionUser {
  const session = useSession();
  if (session === null) throw new Error('No session is active.');
  return session.user;
}
