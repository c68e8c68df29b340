import { checkLinks, listCheckRules } from '@portico/contracts/studio/studioChecks';
import { blankFields } from '@portico/authoring/blankDraft';
import type { ContentComponent } from '@portico/kinds/content';
import type { ItemContent } from '@portico/contracts/studio/draft';
import { listStudioThreads } from '@portico/contracts/studio/comments';
import { countAudience, countItemReaders, listAudienceFacts } from '@portico/contracts/studio/audience';
import { listWaitingItems } from '@portico/contracts/studio/reviews';
import { getStudioAccess } from '@portico/contracts/studio/roles';
import {
  findPinnableItems,
  listStudioCategories,
  listStudioDocuments,
  listStudioPictures,
} from '@portico/contracts/studio/pickers';
import { type StudioItem, type StudioListItem, type StudioSummary } from '@portico/contracts/studio/studio';
import type { FakeApi } from '@portico/testing/fakeApi';

export const ITEM_ID = '5f9b1d4e-0000-4000-8000-000000000001';

/** Readers see the only revision, and no version is scheduled. */
export const nothingWaits = {
  publishedRevision: 1,
  waitingRevision: null,
  goesLiveAt: null,
  releaseId: null,
  releaseName: null,
  waitingProblem: null,
};

export const aSummary = (own: Partial<StudioSummary> = {}): StudioSummary => ({
  id: ITEM_ID,
  kind: 'news',
  title: 'Wire cutoff moves',
  state: 'Published',
  isLive: true,
  hasChanges: false,
  publishedAt: '2026-11-20T14:00:00.000Z',
  expiresAt: null,
  updatedAt: '2026-11-20T14:00:00.000Z',
  updatedBy: 'Edda Mohr',
  path: `/news/${ITEM_ID}`,
  ...nothingWaits,
  ...own,
});

export const aListItem = (own: Partial<StudioListItem> = {}): StudioListItem => ({
  ...aSummary(),
  version: 1,
  reviewPurpose: null,
  hasNoWords: false,
  allowed: standing.allowed,
  ...own,
});

export const header = (id: string, text: string): ContentComponent => ({ id, type: 'Header', level: 2, text });

export function aDraft(components: ContentComponent[] = [], fields: Partial<ItemContent['fields']> = {}): ItemContent {
  return {
    fields: {
      ...blankFields,
      header: 'Wire cutoff moves',
      description: 'From December 7.',
      ...fields,
    },
    trees: { components, preEventData: [], postEventData: [] },
  };
}

/** The standing of an item without approval rules, for someone who can do everything. */
export const standing = {
  needsApproval: false,
  review: null,
  allowed: ['open', 'comment', 'write', 'requestReview', 'requestArchive', 'publish', 'archive'],
} satisfies Partial<StudioItem>;

export const aStudioItem = (own: Partial<StudioItem> = {}): StudioItem => ({
  ...aSummary(),
  version: 1,
  sequence: 0,
  draft: aDraft(),
  people: [],
  ...standing,
  ...own,
});

/** Answers the calls of every studio page, for someone who can do everything. */
export function answerStudio(api: FakeApi): FakeApi {
  api.answer(getStudioAccess, {
    mayCreate: true,
    mayRelease: true,
    mayManage: true,
    mayHandOver: true,
    mayOversee: true,
    assignedEntries: 0,
    hasItems: true,
    maySeeConfirmations: true,
    departments: null,
  });
  api.answer(listWaitingItems, { items: [] });
  api.answer(listStudioCategories, { items: ['Markets'], mayCreate: true });
  api.answer(listStudioPictures, { items: [], page: 1, pageSize: 24, total: 0 });
  api.answer(listStudioDocuments, { items: [], page: 1, pageSize: 24, total: 0 });
  api.answer(listCheckRules, { items: [] });
  api.answer(checkLinks, { dead: [], isPending: false });
  api.answer(listStudioThreads, { items: [], mentionable: [] });
  api.answer(countAudience, { reached: 40, total: 40, reachedByMail: 38, samples: [] });
  api.answer(findPinnableItems, { items: [] });
  api.answer(countItemReaders, { reached: 40, total: 40, reachedByMail: 38 });
  api.answer(listAudienceFacts, {
    items: [
      { dimension: 'branch', value: 'Boston HQ', people: 12 },
      { dimension: 'branch', value: 'Denver', people: 5 },
      { dimension: 'state', value: 'MA', people: 12 },
    ],
  });
  return api;
}
