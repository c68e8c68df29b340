import { adminPagePaths } from './admin/paths.ts';
import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import { signInPaths } from './portalSettings.ts';

/** Pages that need no session. */
const openPagePaths: readonly string[] = ['/forbidden', signInPaths.logout, signInPaths.callback];

/**
 * The path of every page, with `$name` for an id: the front end's route table has exactly these, and the server
 * responds to any other path with 404. Source: spec §2.
 */
export const pagePaths: readonly string[] = [
  '/',
  '/preview',
  '/news',
  '/news/$newsId',
  '/news/$newsId/preview',
  '/events',
  '/events/$eventId',
  '/events/$eventId/preview',
  '/resources',
  '/resources/$resourceId',
  '/resources/$resourceId/preview',
  '/documents',
  '/duties',
  '/duties/team',
  '/duties/credits',
  '/delegates',
  '/search',
  '/search/abbreviations',
  '/forms',
  '/forms/$formId',
  '/forms/received',
  '/forms/entries',
  '/forms/entries/$entryId',
  '/notifications',
  '/notifications/notices',
  '/studio',
  '/studio/waiting',
  '/studio/roles',
  '/studio/approvals',
  '/studio/checks',
  '/studio/$itemId',
  '/studio/events',
  '/studio/events/$itemId',
  '/studio/events/$itemId/check-in',
  '/studio/events/$itemId/print',
  '/studio/events/$itemId/series',
  '/studio/confirmations',
  '/studio/confirmations/$itemId',
  '/studio/credits',
  '/studio/releases',
  '/studio/releases/$releaseId',
  '/studio/previews/$previewId',
  '/studio/redirects',
  '/studio/menu',
  ...adminPagePaths,
  ...contentPagePaths.flatMap((path) => [path, `${path}/preview`]),
  ...openPagePaths,
];

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export const isPageId = (segment: string): boolean => ID.test(segment);

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

const patterns = pagePaths.map(segmentsOf);
const openPatterns = openPagePaths.map(segmentsOf);

/** Whether a page has this path. Does not check that its item exists. */
export const isPagePath = (path: string): boolean => isOneOf(patterns, path);

/** Whether this is the path of a page that only signed-in people see. Without a session it redirects to the sign-in. */
export const isPrivatePagePath = (path: string): boolean => isPagePath(path) && !isOneOf(openPatterns, path);

function isOneOf(paths: readonly string[][], path: string): boolean {
  const segments = segmentsOf(path);
  return paths.some(
    (pattern) =>
      pattern.length === segments.length &&
      pattern.every((part, index) => {
        const segment = segments[index]!;
        return part.startsWith('$') ? isPageId(segment) : part === segment.toLowerCase();
      }),
  );
}
