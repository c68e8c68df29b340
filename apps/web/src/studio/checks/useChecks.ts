import { isForEveryone } from '@portico/authoring/audience';
import { checkDraft, type Check } from '@portico/authoring/checks/checkDraft';
import { linksOfDraft } from '@portico/authoring/checks/linksOf';
import { uploadsIn } from '@portico/authoring/uploadsIn';
import { checkLicenses, MAX_CHECKED_MEDIA } from '@portico/contracts/studio/media';
import { checkLinks, listCheckRules, MAX_CHECKED_LINKS } from '@portico/contracts/studio/studioChecks';
import { fieldKey, type ItemContent } from '@portico/contracts/studio/draft';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../api/query.ts';
import { audienceCountQuery } from '../audience/audience.queries.ts';
import { useThrottledValue } from '../useThrottledValue.ts';
import type { SessionState } from '../session/sessionState.ts';

const POLL_INTERVAL_MS = 5000;

export const checkRulesQuery = () =>
  queryOptions({
    ...query(listCheckRules, {}),
    staleTime: 60_000,
  });

/** Dead links, as far as the server knows; polls while the server is still checking. */
const deadLinksQuery = (hrefs: string[]) =>
  queryOptions({
    ...query(checkLinks, { body: { hrefs } }),
    enabled: hrefs.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.isPending ? POLL_INTERVAL_MS : false),
  });

/** Pictures and files without license or source. */
const licensesQuery = (ids: string[]) =>
  queryOptions({
    ...query(checkLicenses, { body: { ids } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const nobody: Check = { code: 'Nobody', blocks: true, key: fieldKey('audience'), words: 'audience' };

/** Blocks an audience that includes nobody, which only the server can determine. */
function useAudienceCheck({ fields: { audience, audienceRule } }: ItemContent): Check[] {
  const isNarrowed = !isForEveryone({ audience, audienceRule });
  const { data } = useQuery({ ...audienceCountQuery({ audience, audienceRule }), enabled: isNarrowed });
  return isNarrowed && data?.reached === 0 ? [nobody] : [];
}

/** What needs fixing in an item, by the administrators' rules. Updates shortly after typing. */
export function useChecks({ item, view }: SessionState): Check[] {
  const draft = useThrottledValue(view);
  const links = useMemo(() => linksOfDraft(draft).sort().slice(0, MAX_CHECKED_LINKS), [draft]);
  const { data: rules } = useQuery({ ...checkRulesQuery(), throwOnError: false });
  const { data: found } = useQuery({ ...deadLinksQuery(links), throwOnError: false });
  const uploads = useMemo(() => [...new Set(uploadsIn(draft))].sort().slice(0, MAX_CHECKED_MEDIA), [draft]);
  const isLicenseChecked =
    uploads.length > 0 && (rules?.items ?? []).some(({ check, level }) => check === 'NoLicense' && level !== 'Off');
  const { data: licenses } = useQuery({ ...licensesQuery(uploads), enabled: isLicenseChecked, throwOnError: false });
  const audienceChecks = useAudienceCheck(draft);
  const checks = useMemo(
    () =>
      checkDraft(item.kind, draft, {
        levels: Object.fromEntries((rules?.items ?? []).map(({ check, level }) => [check, level])),
        deadLinks: new Set((found?.dead ?? []).map(({ href }) => href)),
        unlicensed: new Set(licenses?.unlicensed),
      }),
    [item.kind, draft, rules, found, licenses],
  );
  return [...audienceChecks, ...checks];
}
