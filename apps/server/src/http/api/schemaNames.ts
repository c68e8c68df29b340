import * as abbreviations from '@portico/contracts/abbreviations';
import * as adminHealth from '@portico/contracts/admin/health';
import * as adminJobs from '@portico/contracts/admin/jobs';
import * as adminPeople from '@portico/contracts/admin/people';
import * as adminProvisioning from '@portico/contracts/admin/provisioning';
import * as adminRefusals from '@portico/contracts/admin/refusals';
import * as adminStorage from '@portico/contracts/admin/storage';
import * as adminSettings from '@portico/contracts/admin/settings';
import * as adminTokens from '@portico/contracts/admin/tokens';
import * as adminUndeliverable from '@portico/contracts/admin/undeliverable';
import * as adminWebhooks from '@portico/contracts/admin/webhooks';
import * as audience from '@portico/contracts/audience';
import * as baseErrors from '@portico/contracts/errors';
import * as basePaging from '@portico/contracts/paging';
import * as categories from '@portico/contracts/categories';
import * as checklists from '@portico/contracts/checklists';
import * as contentContent from '@portico/contracts/content';
import * as contentContentBase from '@portico/contracts/contentBase';
import * as contentMedia from '@portico/contracts/media';
import * as contentRichText from '@portico/contracts/richText';
import * as contentVideo from '@portico/contracts/video';
import * as documents from '@portico/contracts/documents';
import * as events from '@portico/contracts/events';
import * as feeds from '@portico/contracts/feeds';
import * as formsFormFields from '@portico/contracts/formFields';
import * as formsForms from '@portico/contracts/forms';
import * as home from '@portico/contracts/home';
import * as maintenance from '@portico/contracts/maintenance';
import * as menu from '@portico/contracts/menu';
import * as news from '@portico/contracts/news';
import * as notifications from '@portico/contracts/notifications';
import * as pages from '@portico/contracts/pages';
import * as portalSettings from '@portico/contracts/portalSettings';
import * as resources from '@portico/contracts/resources';
import * as search from '@portico/contracts/search';
import * as studioAudience from '@portico/contracts/studio/audience';
import * as studioComments from '@portico/contracts/studio/comments';
import * as studioDraft from '@portico/contracts/studio/draft';
import * as studioRetention from '@portico/contracts/studio/retention';
import * as studioPreviews from '@portico/contracts/studio/previews';
import * as studioRedirects from '@portico/contracts/studio/redirects';
import * as studioReleases from '@portico/contracts/studio/releases';
import * as studioReviews from '@portico/contracts/studio/reviews';
import * as studioRoles from '@portico/contracts/studio/roles';
import * as studioStudio from '@portico/contracts/studio/studio';
import * as studioStudioChecks from '@portico/contracts/studio/studioChecks';
import * as todo from '@portico/contracts/todo';
import * as users from '@portico/contracts/users';
import * as widgets from '@portico/contracts/widgets';
import { api } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import { $ZodType, registry } from 'zod/v4/core';

const modules: object[] = [
  abbreviations,
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
  baseErrors,
  basePaging,
  categories,
  checklists,
  contentContent,
  contentContentBase,
  contentMedia,
  contentRichText,
  contentVideo,
  documents,
  events,
  feeds,
  formsFormFields,
  formsForms,
  home,
  maintenance,
  menu,
  news,
  notifications,
  pages,
  portalSettings,
  resources,
  search,
  studioAudience,
  studioComments,
  studioDraft,
  studioRetention,
  studioPreviews,
  studioRedirects,
  studioReleases,
  studioReviews,
  studioRoles,
  studioStudio,
  studioStudioChecks,
  todo,
  users,
  widgets,
];

/**
 * The schemas that the contracts export, by their exported names. The API description references them instead of
 * repeating them in every call.
 */
export const schemaNames = registry<{ id: string }>();

/** OpenAPI lists parameters one by one, so the objects that contain them have no name. */
const parameters = new Set<unknown>(Object.values<Endpoint>(api).flatMap(({ params, query }) => [params, query]));

for (const module of modules)
  for (const [id, schema] of Object.entries(module).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    if (schema instanceof $ZodType && !parameters.has(schema) && !schemaNames.has(schema))
      schemaNames.add(schema, { id });
