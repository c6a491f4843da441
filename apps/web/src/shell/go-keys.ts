import { mayOpen, type Viewer } from '@signpost/contract/access/access.ts';
import { ROUTES, type RouteName } from '@signpost/contract/routes/index.ts';
import { useEffect, useRef } from 'react';

const GO = {
  h: 'home',
  s: 'stats',
  e: 'eventReporter',
  l: 'leadSearch',
  p: 'partners',
  b: 'campaignBoxes',
  o: 'showOffers',
  r: 'rules',
  c: 'campaigns',
  d: 'domains',
  t: 'tags',
  u: 'users',
  i: 'myInvoices',
  m: 'profile',
} as const satisfies Record<string, RouteName>;

/** A screen that `g` and a letter open. */
export interface GoPlace {
  key: string;
  title: string;
  path: string;
}

/** The screens this person can open with `g` and a letter. */
export function goPlaces(viewer: Viewer): GoPlace[] {
  return Object.entries(GO)
    .map(([key, name]) => ({ key, route: ROUTES[name] }))
    .filter(({ route }) => mayOpen(viewer, route))
    .map(({ key, route }) => ({ key, title: route.title, path: route.path }));
}

const SECOND_KEY_MS = 1200;

/** Whether a key press is text input and not a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

const isUndo = ({ metaKey, ctrlKey, altKey, shiftKey, key }: KeyboardEvent): boolean =>
  (metaKey || ctrlKey) && !altKey && !shiftKey && key.toLowerCase() === 'z';

const isSave = ({ metaKey, ctrlKey, altKey, shiftKey, key }: KeyboardEvent): boolean =>
  (metaKey || ctrlKey) && !altKey && !shiftKey && (key.toLowerCase() === 's' || key === 'Enter');

/** The form that is in front: of a dialog, else of the screen. */
const formInFront = (): HTMLFormElement | null =>
  [...document.querySelectorAll<HTMLFormElement>('[role="dialog"] form')].at(-1) ??
  document.querySelector<HTMLFormElement>('main form');

/** Saves the form in front as its button would: not while something is missing. The focus stays where it is. */
function saveForm(form: HTMLFormElement): void {
  const focused = document.activeElement;
  // A field takes over what was typed when it loses the focus.
  if (focused instanceof HTMLElement && form.contains(focused)) {
    focused.blur();
    focused.focus();
  }
  requestAnimationFrame(() => {
    form.querySelector<HTMLButtonElement>('button[type="submit"]:not(:disabled)')?.click();
  });
}

export interface GlobalKeys {
  places: readonly GoPlace[];
  go: (path: string) => void;
  help: () => void;
  /** Whether the sheet of shortcuts is open, where `h` opens the guide. */
  isHelpOpen: boolean;
  guide: () => void;
  palette: () => void;
  undo: () => void;
}

/** ⌘K / Ctrl K, ⌘S / Ctrl S, and except while typing: ⌘Z / Ctrl Z, `g` + letter, `/`, `?`, and `?` then `h`. */
export function useGlobalKeys({ places, go, help, isHelpOpen, guide, palette, undo }: GlobalKeys): void {
  const goPressed = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        palette();
        return;
      }
      if (isSave(event)) {
        const form = formInFront();
        if (form === null) return;
        event.preventDefault();
        saveForm(form);
        return;
      }
      // A dialog asks about something else, and hides what an undo would change.
      if (isUndo(event) && !isTyping(event.target) && document.querySelector('[role="dialog"]') === null) {
        event.preventDefault();
        undo();
        return;
      }
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      const waited = event.timeStamp - goPressed.current;
      const place = waited < SECOND_KEY_MS ? places.find((it) => it.key === event.key) : undefined;
      goPressed.current = event.key === 'g' ? event.timeStamp : 0;
      if (isHelpOpen && event.key === 'h') {
        event.preventDefault();
        guide();
      } else if (place !== undefined) go(place.path);
      else if (event.key === '?') help();
      else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
        if (search === null) return;
        event.preventDefault();
        search.focus();
        search.select();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [places, go, help, isHelpOpen, guide, palette, undo]);
}
