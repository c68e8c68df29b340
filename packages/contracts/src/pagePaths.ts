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
  '/studio/forms',
  '/studio/forms/$formId',
  '/studio/confirmations',
  '/studio/confirmations/$itemId',
  '/studio/credits',
  '/studio/releases',
  '/studio/releases/$releaseId',
  '/studio/previews/$previewId',
  '/studio/redirects',
  '/studio/filing',
  '/studio/overview',
  '/studio/owners',
  '/studio/media',
  '/studio/search',
  '/studio/insights',
  '/studio/readership',
  '/studio/readership/$itemId',
  '/studio/menu',
  ...adminPagePaths,
  ...contentPagePaths.flatMap((path) => [path, `${path}/preview`]),
  ...openPagePaths,
];

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export const isPageId = (segment: string): boolean => ID.test(segment);

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

const patterns = pagePaths.map((path) => ({ path, parts: segmentsOf(path) }));

/** The path in `pagePaths` that a path has; undefined if no page has it. Does not check that its item exists. */
export function pagePathOf(path: string): string | undefined {
  const segments = segmentsOf(path);
  const isMatch = ({ parts }: { parts: string[] }) =>
    parts.length === segments.length &&
    parts.every((part, index) => {
      const segment = segments[index]!;
      return part.startsWith('$') ? isPageId(segment) : part === segment.toLowerCase();
    });
  return patterns.find(isMatch)?.path;
}

/** Whether a page has this path. Does not check that its item exists. */
export const isPagePath = (path: string): boolean => pagePathOf(path) !== undefined;

/** Whether this is the path of a page that only signed-in people see. Without a session it redirects to the sign-in. */
export function isPrivatePagePath(path: string): boolean {
  const found = pagePathOf(path);
  return found !== undefined && !openPagePaths.includes(found);
}
