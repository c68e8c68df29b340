import { fileURLToPath } from 'node:url';

/** The part of the bundler's context that this file uses. */
interface Modules {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

const pathOf = (name: string) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

/**
 * Schemas of content and forms, which only pages that validate something need. A call needs only its method and path.
 * Source: decisions/0051.
 */
const SCHEMAS =
  /\/zod\/v4\/|\/contracts\/src\/(?:base\/dayInputs|forms\/|studio\/|todo\/newTask)|\/kinds\/src\/(?:forms\/|components\/[\w-]+\/shape\.|items\/|[\w.]+\.ts$|base\/(?!safeHref|plainText|mediaUrls|nesting|embeddedVideo|typedText|emailAddress|advisorType|contentPagePaths))/;
/** Modules that the studio's list, releases and editor share. */
const STUDIO_PART = new RegExp(
  [
    '/web/src/studio/(?:studio\\.queries|kinds|Sections\\.module|Note\\.module)\\.',
    '/web/src/studio/releases/(?:releaseLabels|releases\\.queries)\\.',
    '/contracts/src/studio/(?:pickers|redirects|releases|reviews|roles|studio)\\.',
    '/kinds/src/(?:items(?:\\.|/(?!.*[sS]chemas))|itemForms\\.|base/itemFields\\.)',
    '/web/src/studio/(?:reasonOf|LoadError|useThrottledValue|excerpt|confirmations/confirmationLabels)\\.',
    '/web/src/studio/controls/(?:useLeaveWarning|Field|InstantField|zonedTime)\\.',
    '/web/src/studio/(?:archiving/(?:itemMenu|useRestore|asTheyAreNow)|comments/comments\\.queries|audience/audience\\.queries)\\.',
    '/contracts/src/(?:base/zonedTime|studio/(?:audience|comments|media|retention))\\.',
    '/kinds/src/(?:audience|base/zonedTime)\\.',
    '/authoring/src/(?:audience|sameName)\\.',
    '/web/src/studio/pickers/Pickers\\.module\\.',
    '/ui/src/action-menu/',
    '/icons/(?:ellipsis|trash)\\.',
  ].join('|'),
);
/** Modules that the studio's pages share. */
const STUDIO_PAGE_PART = /\/web\/src\/studio\/(?:StudioNav|list\/StudioPage\.module|approval\/dueLabel)\./;
/** Navigation and rows of the studio, the administration and pages of readers that list in rows. */
const SECTION_PART = /\/web\/src\/kit\/(?:SectionNav|list\/Row(?:s|List))\./;
/** Small schemas that the editor and desks share. */
const SHAPE =
  /\/kinds\/src\/(?:base\/(?:contentBase|audience|itemParts|credits|media)|components\/confirmation\/shape)\.|\/zod\/v4\/mini\/iso\./;
/** Fields of forms. */
const FIELD = /\/ui\/src\/(?:field|text-area|text-field)\//;
/** What both lists and the studio use; the studio would load all that lists share with it. */
const CONTROL =
  /\/ui\/src\/(?:select|search-box)\/Se(?:lect|archField)\.|\/contracts\/src\/categories\.|\/kinds\/src\/base\/fileFormats\./;
/**
 * The lists in their addresses, which their pages and the preparations of all pages share, with all that they call: the
 * file must not import that of the lists, which imports it.
 */
const FILTERS = /\/(?:features\/[^?]*|routing\/list)Filters\.ts$|\/routing\/period\.ts$/;
/** A package's index file, which imports everything in the package. */
const PACKAGE_INDEX = /\/node_modules\/.*\/index\.\w+$/;
/** The sign-in page and the page for silent renewal use none of the portal's code. */
const WITHOUT_PORTAL = /\/(?:sign-in\.html|silent\.html|silent\/silent\w*\.ts)/;

/**
 * Which modules share a file: one file compresses a tenth smaller with brotli than fifty small ones, and each file is a
 * request. There is one file for what every page needs, one for what the dashboard adds, one for what lists add, one
 * for what the studio's list and editor share, one for what its pages share, one for sections and rows, one for fields
 * of forms, one for controls of lists and the studio, one for the filters of lists, and one for small modules that many
 * pages share. The bundler splits the rest.
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
  { name: 'sections', priority: 1, test: SECTION_PART },
  { name: 'controls', priority: 1, test: CONTROL },
  { name: 'fields', priority: 1, test: FIELD },
  { name: 'shapes', priority: 1, test: SHAPE },
  { name: 'filters', priority: 1, test: FILTERS },
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
    '/ui/src/(?:browser/useReducedMotion|calendar/focusUnfinishedDate|file-icon/fileSizeLabel)\\.',
    '/react-query/build/modern/(?:useMutationState|infiniteQueryOptions)\\.',
    '/web/src/(?:api/useReloadOn|kit/(?:saveFile|ShownItem|article/AuthorFacts|list/topics\\.queries)|sign-in/switchPerson)\\.',
    '/web/src/features/(?:pages/pages|resources/resources|notifications/history)\\.queries\\.',
    '/contracts/src/(?:pages|resources|creditClaimLimits|proofs/receiptUrl)\\.',
    '/kinds/src/base/listOf\\.',
  ].join('|'),
);

/** Alone, each of these would be a request of a few hundred bytes, or pull in the file of another page. */
function nameSmallParts(id: string, modules: Modules): string | null {
  const isShared = ICON.test(id) && (modules.getModuleInfo(id)?.importers.length ?? 0) > 1;
  return isShared || SMALL_PART.test(id) ? 'small' : null;
}

/**
 * Assigns the chunk `name` to all modules that `page` imports, directly or indirectly, except those that are imported
 * only through a package's index.
 */
function namePartsOf(page: string, name: string) {
  const pageId = pathOf(page);
  const known = new Map<string, boolean>([[pageId, true]]);
  const isPart = (id: string, modules: Modules): boolean => {
    const answer = known.get(id);
    if (answer !== undefined) return answer;
    known.set(id, false);
    const importers = (modules.getModuleInfo(id)?.importers ?? []).filter((importer) => !PACKAGE_INDEX.test(importer));
    const found = importers.some((importer) => isPart(importer, modules));
    known.set(id, found);
    return found;
  };
  return (id: string, modules: Modules): string | null => (!SCHEMAS.test(id) && isPart(id, modules) ? name : null);
}
