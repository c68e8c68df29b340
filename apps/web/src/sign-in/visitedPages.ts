import { subjectOf } from '@portico/client/subjectOf';
import { readActingFor } from './actingFor.ts';
import { readTokens } from './sessionCookies.ts';

/** A visited page. `path` has no query and no hash, so search terms are not stored. */
export interface VisitedPage {
  path: string;
  title: string;
}

/** Content of the cookie: the owner and the pages, latest first. It grants no access. Source: spec §5, §9. */
interface StoredVisits {
  of: string;
  pages: VisitedPage[];
}

const COOKIE = 'visited_pages';
export const MAX_VISITED_PAGES = 6;
const LIFETIME_S = 30 * 60;
const MAX_TITLE_LENGTH = 80;
/** Browsers drop cookies above 4096 bytes; letters of other scripts take nine bytes each. */
const MAX_VALUE_BYTES = 3600;

/** Pages that this user opened in the last half hour, latest first. */
export function readVisitedPages(): VisitedPage[] {
  const value = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(document.cookie)?.[1];
  try {
    const visits = JSON.parse(decodeURIComponent(value ?? '')) as Partial<StoredVisits> | null;
    if (visits?.of === undefined || visits.of !== person() || !Array.isArray(visits.pages)) return [];
    return visits.pages.filter(isVisitedPage).slice(0, MAX_VISITED_PAGES);
  } catch {
    // No cookie, or not written by the portal.
    return [];
  }
}

/** Moves a page to the front under its latest title and drops the oldest one if there are too many. */
export function recordVisit({ path, title }: VisitedPage): void {
  const of = person();
  if (of === undefined) return;
  const page = { path, title: [...title].slice(0, MAX_TITLE_LENGTH).join('') };
  const pages = [page, ...readVisitedPages().filter((other) => other.path !== path)].slice(0, MAX_VISITED_PAGES);
  const encode = () => encodeURIComponent(JSON.stringify({ of, pages } satisfies StoredVisits));
  while (pages.length > 1 && encode().length > MAX_VALUE_BYTES) pages.pop();
  writeCookie(encode(), LIFETIME_S);
}

export function clearVisitedPages(): void {
  writeCookie('', 0);
}

function writeCookie(value: string, lifetimeS: number): void {
  document.cookie = `${COOKIE}=${value}; Path=/; Max-Age=${lifetimeS}; SameSite=None; Secure`;
}

function isVisitedPage(value: unknown): value is VisitedPage {
  const { path, title } = (value ?? {}) as Partial<VisitedPage>;
  return typeof title === 'string' && title !== '' && typeof path === 'string' && /^\/(?![/\\])[^\s?#]*$/.test(path);
}

/** Distinguishes the users of a browser without naming them: a 32-bit hash of the subject (FNV-1a). */
function person(): string | undefined {
  const { idToken } = readTokens();
  // What they open for somebody else is not theirs.
  const subject = idToken === undefined || readActingFor() ? undefined : subjectOf(idToken);
  if (subject === undefined) return undefined;
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(subject)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36);
}
