import type { CallInput } from '@portico/contracts/endpoint';
import { listRedirects, removeRedirect } from '@portico/contracts/studio/redirects';
import {
  addToRelease,
  createRelease,
  deleteRelease,
  getRelease,
  listReleases,
  previewRelease,
  publishRelease,
  removeFromRelease,
  undoRelease,
  updateRelease,
  type Release,
} from '@portico/contracts/studio/releases';
import { rescheduleStudioItem, unscheduleStudioItem } from '@portico/contracts/studio/studio';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { studioKey } from '../studio.queries.ts';

/** Runs an action on a release and shows its outcome. Resolves to true if it succeeded. */
export type Act = (call: () => Promise<Release | undefined>, successMessage: string) => Promise<boolean>;

export const releasesQuery = () =>
  queryOptions({
    queryKey: [...studioKey, 'releases'],
    queryFn: ({ signal }) => call(listReleases, {}, { signal }),
    staleTime: 0,
  });

export const releaseQuery = (releaseId: string) =>
  queryOptions({
    queryKey: [...studioKey, 'releases', releaseId],
    queryFn: ({ signal }) => call(getRelease, { params: { releaseId } }, { signal }),
    staleTime: 0,
  });

/** What a reader will see once this version of a release is live. */
export const releasePreviewQuery = ({ id, version }: Release, query: CallInput<typeof previewRelease>['query']) =>
  queryOptions({
    queryKey: [...studioKey, 'releases', id, 'preview', version, query],
    queryFn: ({ signal }) => call(previewRelease, { params: { releaseId: id }, query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  });

export const startRelease = (name: string, goesLiveAt: string | null) =>
  call(createRelease, { body: { id: crypto.randomUUID(), name, goesLiveAt } });
export const changeRelease = (
  { id: releaseId, version }: Release,
  { name, goesLiveAt }: { name: string; goesLiveAt: string | null },
) => call(updateRelease, { params: { releaseId }, body: { version, name, goesLiveAt } });
export const removeRelease = (releaseId: string) => call(deleteRelease, { params: { releaseId } });
export const addItems = (releaseId: string, body: CallInput<typeof addToRelease>['body']) =>
  call(addToRelease, { params: { releaseId }, body });
export const removeItem = (releaseId: string, itemId: string) =>
  call(removeFromRelease, { params: { releaseId, itemId } });
export const goLiveNow = ({ id: releaseId, version }: Release) =>
  call(publishRelease, { params: { releaseId }, body: { version } });
export const revertRelease = ({ id: releaseId, version }: Release) =>
  call(undoRelease, { params: { releaseId }, body: { version } });

export const unscheduleItem = (itemId: string) => call(unscheduleStudioItem, { params: { itemId } });
export const rescheduleItem = (itemId: string, goesLiveAt: string) =>
  call(rescheduleStudioItem, { params: { itemId }, body: { goesLiveAt } });

export const redirectsQuery = () =>
  queryOptions({
    queryKey: [...studioKey, 'redirects'],
    queryFn: ({ signal }) => call(listRedirects, {}, { signal }),
    staleTime: 0,
  });
export const deleteRedirect = (redirectId: string) => call(removeRedirect, { params: { redirectId } });
