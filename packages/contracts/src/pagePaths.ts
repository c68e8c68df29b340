import { contentPagePaths } from './pages.ts';
import { signInPaths } from './portalSettings.ts';

/**
 * The path of every page, with `$name` for an id: the front end's route table has exactly these, and the server answers
 * any other path with status 404. Source: spec §2.
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
  '/studio/releases',
  '/studio/releases/$releaseId',
  '/studio/previews/$previewId',
  '/studio/redirects',
  ...contentPagePaths.flatMap((path) => [path, `${path}/preview`]),
  '/forbidden',
  signInPaths.logout,
  signInPaths.callback,
];

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export const isPageId = (segment: string): boolean => ID.test(segment);

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

const patterns = pagePaths.map(segmentsOf);

/** Whether a page has this path. Whether its item exists is for its call to say. */
export function isPagePath(path: string): boolean {
  const segments = segmentsOf(path);
  return patterns.some(
    (pattern) =>
      pattern.length === segments.length &&
      pattern.every((part, place) => {
        const segment = segments[place]!;
        return part.startsWith('$') ? isPageId(segment) : part === segment.toLowerCase();
      }),
  );
}
