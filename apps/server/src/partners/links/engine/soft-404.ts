/** Recognises pages that say "not found" or "for sale" with a status of success. */
import { randomBytes } from 'node:crypto';
import type { Page } from './page.ts';
import { distance, simhash } from './simhash.ts';
import { type Walk, type WalkDeps, walk } from './walk.ts';

/** Titles that leave no doubt. */
const GONE_TITLES =
  /^((error )?404\b|page not found|not found|offer (has )?(expired|not found|not available|is no longer available)|this (offer|page|link|campaign) (has expired|is no longer available|does not exist|has ended)|(campaign|offer) (is )?(paused|inactive|ended|closed)|invalid (offer|campaign|link))/i;
/** Texts of pages that may be meant; they count only where the site answers invented addresses alike. */
const GONE_TEXTS =
  /\b(404|not found|does(n['’]t| not) exist|no longer (available|exists?)|can(no|['’])t (be found|find)|could(n['’]t| not) be found|has expired|nicht gefunden|existiert nicht|introuvable|n['’]existe pas|no encontrad[ao]|no existe|non trovata|não encontrada|niet gevonden|nie znaleziono|не найдена)\b/iu;
const PARKED =
  /sedoparking|parkingcrew|bodis\.com|afternic|hugedomains|dan\.com\/buy|domain (is|may be) for sale|buy this domain|this domain is parked|parked free|domain has expired|renew this domain|domain-parking/i;

/** A page with more text than this has a content of its own. */
const SHORT_TEXT = 600;
const LONG_TEXT = 4_000;
const NEARLY_EQUAL = 3;

export interface SoftFailure {
  reason: string;
  /** An invented address of the same site is answered alike, which is a second, independent observation. */
  isConfirmed: boolean;
}

/** Why a page that answered with success is none; null if it is one. Asks for an invented address only on suspicion. */
export async function softFailureOf(deps: WalkDeps, end: string, page: Page): Promise<SoftFailure | null> {
  const isParked = PARKED.test(page.html);
  const isGoneByTitle = GONE_TITLES.test(page.title);
  const isGoneByText = page.text.length <= LONG_TEXT && GONE_TEXTS.test(`${page.title} ${page.text}`);
  if (!isParked && !isGoneByTitle && !isGoneByText) return null;
  const isAlike = await answersAlike(deps, end, page);
  if (isAlike && isParked) return { reason: 'The domain is parked or for sale.', isConfirmed: true };
  if (isAlike)
    return {
      reason: `The page says that it does not exist: “${page.title || page.text.slice(0, 80)}”. An invented address of this site looks the same.`,
      isConfirmed: true,
    };
  if (isGoneByTitle && page.text.length <= SHORT_TEXT)
    return { reason: `The page says that it is gone: “${page.title}”.`, isConfirmed: false };
  return null;
}

/** Whether a random address beside this one ends at the same address or shows nearly the same text. */
async function answersAlike(deps: WalkDeps, end: string, page: Page): Promise<boolean> {
  const sibling = new URL(end);
  const name = randomBytes(6).toString('hex');
  sibling.pathname = sibling.pathname.slice(0, sibling.pathname.lastIndexOf('/') + 1) + name;
  sibling.search = '';
  const other: Walk = await walk({ ...deps, clickId: null }, sibling.href);
  if (other.http === null || other.http >= 400 || other.page === null) return false;
  if (withoutQuery(other.end) === withoutQuery(end)) return true;
  const own = new URL(end).pathname.split('/').at(-1) ?? '';
  return distance(simhash(textOf(page, own)), simhash(textOf(other.page, name))) <= NEARLY_EQUAL;
}

const withoutQuery = (url: string): string => url.split('?', 1)[0] ?? url;

/** The text without the name of the page itself, which such pages like to repeat. */
const textOf = ({ title, text }: Page, name: string): string => {
  if (name.length < 3) return `${title} ${text}`;
  return `${title} ${text}`.replaceAll(name, '');
};
