import { fileURLToPath } from 'node:url';

/** What this file needs of a bundler's context. */
interface Modules {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

const pathOf = (name: string) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

/**
 * Schemas of content and forms are for pages that check something; calls need only how they are made. Source:
 * decisions/0051.
 */
const SCHEMAS =
  /\/zod\/v4\/|\/contracts\/src\/(?:forms\/|studio\/|todo\/newTask)|\/contracts\/src\/content\/(?!safeHref|plainText|mediaUrls|nesting|embeddedVideo)/;
/** What list, releases and editor of the studio have in common, and what its pages have. */
const STUDIO_PART = new RegExp(
  [
    '/features/studio/(?:studio\\.queries|kinds|roles/roles\\.queries)\\.',
    '/features/studio/releases/(?:words|releases|WaitingNote\\.module)\\.',
    '/ui/src/action-menu/',
    '/icons/ellipsis\\.',
  ].join('|'),
);
const STUDIO_PAGE_PART =
  /\/features\/studio\/(?:list\/(?:StudioNav|StudioPage\.module)|approval\/(?:approval\.queries|dueLabel))\./;
/** Leads to all that a package has. */
const PACKAGE_INDEX = /\/node_modules\/.*\/index\.\w+$/;
/** The pages that lead to the sign-in and that renew it silently need nothing of the portal. */
const WITHOUT_PORTAL = /\/(?:sign-in\.html|silent\.html|silent\/silent\w*\.ts)/;

/**
 * Which modules share a file: brotli takes a tenth less for one file than for fifty small ones, and each is a request.
 * One has what every page needs, one what the dashboard adds, one what lists add, one what list and editor of the
 * studio share, one what its pages share, and one the small parts that many share. The others follow from who imports
 * them.
 */
export const chunkGroups = [
  {
    name: 'portal',
    priority: 3,
    tags: ['$initial' as const],
    test: (id: string) => !WITHOUT_PORTAL.test(id) && !SCHEMAS.test(id),
  },
  { name: namePartsOf('features/home/HomePage.tsx', 'dashboard'), priority: 2 },
  { name: nameSmallParts, priority: 1 },
  { name: 'studio', priority: 2, test: STUDIO_PART },
  { name: 'studioPages', priority: 1, test: STUDIO_PAGE_PART },
  { name: namePartsOf('features/news/NewsListPage.tsx', 'lists'), priority: 0 },
];

const ICON = /\/lucide-react\/dist\/esm\/icons\//;
const SMALL_PART = new RegExp(
  [
    '/apps/web/src/(?:dates/|frame/followContent)',
    '/contracts/src/(?:account|notifications|todo/taskLimits)\\.',
    '/sidebar/src/features/notifications/(?:UnreadBadge|followAfter|notifications\\.queries|use)',
    '/sidebar/src/panelText\\.',
    '/locales/en/sidebarPanels\\.',
    '/ui/src/browser/useReducedMotion\\.',
    '/react-query/build/modern/useMutationState\\.',
  ].join('|'),
);

/** Each of these would be a request of a few hundred bytes, or bring the file of another page with it. */
function nameSmallParts(id: string, modules: Modules): string | null {
  const isShared = ICON.test(id) && (modules.getModuleInfo(id)?.importers.length ?? 0) > 1;
  return isShared || SMALL_PART.test(id) ? 'small' : null;
}

/**
 * Gives `name` to all modules that `page` imports, directly or not, except what only the index of a package leads to.
 */
function namePartsOf(page: string, name: string) {
  const pageId = pathOf(page);
  const known = new Map<string, boolean>([[pageId, true]]);
  const isPart = (id: string, modules: Modules): boolean => {
    const answer = known.get(id);
    if (answer !== undefined) return answer;
    known.set(id, false);
    const importers = (modules.getModuleInfo(id)?.importers ?? []).filter((one) => !PACKAGE_INDEX.test(one));
    const found = importers.some((importer) => isPart(importer, modules));
    known.set(id, found);
    return found;
  };
  return (id: string, modules: Modules): string | null => (!SCHEMAS.test(id) && isPart(id, modules) ? name : null);
}
