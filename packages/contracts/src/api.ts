import * as account from './account.ts';
import * as adminBackups from './admin/backups.ts';
import * as adminHealth from './admin/health.ts';
import * as adminJobs from './admin/jobs.ts';
import * as adminPeople from './admin/people.ts';
import * as adminProvisioning from './admin/provisioning.ts';
import * as adminRefusals from './admin/refusals.ts';
import * as adminSettings from './admin/settings.ts';
import * as adminStorage from './admin/storage.ts';
import * as adminTokens from './admin/tokens.ts';
import * as adminUndeliverable from './admin/undeliverable.ts';
import * as adminWebhooks from './admin/webhooks.ts';
import * as audience from './audience.ts';
import * as baseDayInputs from './base/dayInputs.ts';
import * as baseErrors from './base/errors.ts';
import * as basePaging from './base/paging.ts';
import * as categories from './categories.ts';
import * as checklists from './checklists.ts';
import * as kindsContent from '@portico/kinds/content';
import { modules as kindsComponents } from '@portico/kinds/components';
import * as kindsContentBase from '@portico/kinds/contentBase';
import * as kindsFormConditions from '@portico/kinds/formConditions';
import * as kindsFormFields from '@portico/kinds/formFields';
import * as kindsItemParts from '@portico/kinds/itemParts';
import * as kindsMedia from '@portico/kinds/media';
import * as kindsNested from '@portico/kinds/nested';
import * as kindsParts from '@portico/kinds/parts';
import * as kindsRichText from '@portico/kinds/richText';
import * as kindsVideo from '@portico/kinds/video';
import * as documents from './documents.ts';
import * as events from './events.ts';
import * as feeds from './feeds.ts';
import * as formsForms from './forms/forms.ts';
import * as home from './home.ts';
import * as maintenance from './maintenance.ts';
import * as menu from './menu.ts';
import * as news from './news.ts';
import * as notifications from './notifications.ts';
import * as pages from './pages.ts';
import * as portalSettings from './portalSettings.ts';
import * as resources from './resources.ts';
import * as searchAbbreviations from './search/abbreviations.ts';
import * as searchSearch from './search/search.ts';
import * as studioAudience from './studio/audience.ts';
import * as studioComments from './studio/comments.ts';
import * as studioDraft from './studio/draft.ts';
import * as studioNotifyReaders from './studio/notifyReaders.ts';
import * as studioPreviews from './studio/previews.ts';
import * as studioRedirects from './studio/redirects.ts';
import * as studioReleases from './studio/releases.ts';
import * as studioRetention from './studio/retention.ts';
import * as studioReviews from './studio/reviews.ts';
import * as studioRoles from './studio/roles.ts';
import * as studioStudio from './studio/studio.ts';
import * as studioStudioChecks from './studio/studioChecks.ts';
import * as todoNewTask from './todo/newTask.ts';
import * as todoTodo from './todo/todo.ts';
import * as users from './users.ts';
import * as version from './version.ts';
import * as widgets from './widgets.ts';
import type { Endpoint } from './base/endpoint.ts';

/** Every file with calls or shapes; a test names one that is missing. */
export const contractFiles = {
  kindsContent,
  ...kindsComponents,
  kindsContentBase,
  kindsFormConditions,
  kindsFormFields,
  kindsItemParts,
  kindsMedia,
  kindsNested,
  kindsParts,
  kindsRichText,
  kindsVideo,
  account,
  adminBackups,
  adminHealth,
  adminJobs,
  adminPeople,
  adminProvisioning,
  adminRefusals,
  adminSettings,
  adminStorage,
  adminTokens,
  adminUndeliverable,
  adminWebhooks,
  audience,
  baseDayInputs,
  baseErrors,
  basePaging,
  categories,
  checklists,
  documents,
  events,
  feeds,
  formsForms,
  home,
  maintenance,
  menu,
  news,
  notifications,
  pages,
  portalSettings,
  resources,
  searchAbbreviations,
  searchSearch,
  studioAudience,
  studioComments,
  studioDraft,
  studioNotifyReaders,
  studioPreviews,
  studioRedirects,
  studioReleases,
  studioRetention,
  studioReviews,
  studioRoles,
  studioStudio,
  studioStudioChecks,
  todoNewTask,
  todoTodo,
  users,
  version,
  widgets,
};

type ContractFile = (typeof contractFiles)[keyof typeof contractFiles];
type CallsOf<File> = { [Name in keyof File as File[Name] extends Endpoint ? Name : never]: File[Name] };
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'summary' in value;

/**
 * Every call of the API by the name of its export. The server refuses to start if one has no route, or a route is not
 * among them.
 */
export const api = Object.fromEntries(
  Object.values<object>(contractFiles)
    .flatMap((file) => Object.entries<unknown>(file as Record<string, unknown>))
    .filter(([, value]) => isEndpoint(value)),
) as Merged<ContractFile extends infer File ? (File extends unknown ? CallsOf<File> : never) : never>;
