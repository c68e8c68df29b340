import type { CallInput } from '@portico/contracts/endpoint';
import { listRedirects } from '@portico/contracts/studio/redirects';
import {
  createRelease,
  getRelease,
  listReleases,
  previewRelease,
  type Release,
} from '@portico/contracts/studio/releases';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { query } from '../../api/query.ts';

/** Runs an action on a release and shows its outcome. Resolves to true if it succeeded. */
export type Act = (send: () => Promise<Release | undefined>, successMessage: string) => Promise<boolean>;

export const releasesQuery = () =>
  queryOptions({
    ...query(listReleases, {}),
    staleTime: 0,
  });

export const releaseQuery = (releaseId: string) =>
  queryOptions({
    ...query(getRelease, { params: { releaseId } }),
    staleTime: 0,
  });

/** What a reader will see once this version of a release is live. */
export const releasePreviewQuery = ({ id, version }: Release, input: CallInput<typeof previewRelease>['query']) =>
  queryOptions({
    ...query(previewRelease, { params: { releaseId: id }, query: input }, { version }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  });

export const startRelease = (name: string, goesLiveAt: string | null) =>
  call(createRelease, { body: { id: crypto.randomUUID(), name, goesLiveAt } });

export const redirectsQuery = () =>
  queryOptions({
    ...query(listRedirects, {}),
    staleTime: 0,
  });
