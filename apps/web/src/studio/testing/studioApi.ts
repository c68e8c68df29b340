import {
  changeStudioItem,
  followStudioItem,
  getStudioItem,
  listNewFiles,
  type SavedChanges,
  type StudioItem,
} from '@portico/contracts/studio/studio';
import { listSectionChanges } from '@portico/contracts/studio/sections';
import { listDocumentVersions } from '@portico/contracts/studio/documentVersions';
import { getSeriesChange } from '@portico/contracts/studio/eventSeries';
import { checkLinks, listCheckRules } from '@portico/contracts/studio/studioChecks';
import { getReadership, type ItemReadership } from '@portico/contracts/studio/readership';
import { getOwnership, type Ownership } from '@portico/contracts/studio/owners';
import { getStudioRetention, listStudioActivity } from '@portico/contracts/studio/retention';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { answerStudio, ITEM_ID } from './studioItems.ts';
import { wholeIn } from './wholeIn.ts';

export const noOwnership: Ownership = {
  version: 0,
  owner: null,
  reviewOn: null,
  isDue: false,
  confirmedAt: null,
  confirmedBy: null,
  mayChange: true,
};

export const aReadership = (own: Partial<ItemReadership> = {}): ItemReadership => ({
  id: ITEM_ID,
  title: 'Wire cutoff moves',
  kind: 'news',
  publishedAt: '2026-11-20T14:00:00.000Z',
  audience: 40,
  readers: { least: 12, most: 12 },
  best: { day: '2026-11-20', readers: { least: 12, most: 12 }, audience: 40 },
  downloads: null,
  registrations: null,
  confirmations: null,
  path: `/news/${ITEM_ID}`,
  days: [
    { day: '2026-11-20', readers: { least: 12, most: 12 }, audience: 40, downloads: { least: 0, most: 0 } },
    { day: '2026-11-21', readers: { least: 1, most: 4 }, audience: 40, downloads: { least: 0, most: 0 } },
  ],
  documents: [],
  ...own,
});

/** A fake API that accepts every change, like the server when nobody else is editing. */
export function studioApi(item: StudioItem): FakeApi {
  const api = answerStudio(fakeApi());
  const log: SavedChanges[] = [];
  const since = (sequence: number) => log.filter((saved) => saved.sequence > sequence);
  api.answer(getStudioItem, item);
  api.answer(listNewFiles, { items: [], attached: [] });
  api.answer(listSectionChanges, { sections: [], confirmed: [] });
  api.answer(listCheckRules, { items: [] });
  api.answer(checkLinks, { dead: [], isPending: false });
  api.answer(getStudioRetention, {
    holdReason: null,
    keptUntil: null,
    obstacle: 'Archive it first.',
    isAdministrator: false,
  });
  api.answer(listStudioActivity, { items: [] });
  api.answer(getOwnership, noOwnership);
  api.answer(getReadership, aReadership());
  api.answer(listDocumentVersions, { items: [] });
  api.answer(getSeriesChange, { reach: null });
  api.answer(changeStudioItem, ({ body }) => {
    log.push({ sequence: log.length + 1, clientId: body.clientId, by: 'Edda', changes: wholeIn(body.changes) });
    return {
      sequence: log.length,
      savedAt: '2026-11-23T15:00:00.000Z',
      conflicts: [],
      saved: since(body.base),
      isTooOld: false,
    };
  });
  api.answer(followStudioItem, ({ body }) => ({
    sequence: log.length,
    version: item.version,
    state: item.state,
    isLive: item.isLive,
    needsApproval: item.needsApproval,
    review: item.review,
    allowed: item.allowed,
    publishedRevision: item.publishedRevision,
    waitingRevision: item.waitingRevision,
    goesLiveAt: item.goesLiveAt,
    releaseId: item.releaseId,
    releaseName: item.releaseName,
    waitingProblem: item.waitingProblem,
    saved: since(body.since),
    people: item.people,
    isTooOld: false,
  }));
  return api;
}
