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
import { getOwnership, type Ownership } from '@portico/contracts/studio/owners';
import { getStudioRetention, listStudioActivity } from '@portico/contracts/studio/retention';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { answerStudio } from './studioItems.ts';
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
