import { isForEveryone } from '@portico/authoring/audience';
import { checkDraft, type Check } from '@portico/authoring/checks/checkDraft';
import { linksOfDraft } from '@portico/authoring/checks/linksOf';
import { checkLinks, listCheckRules, MAX_CHECKED_LINKS, saveCheckRules } from '@portico/contracts/studio/studioChecks';
import { fieldKey, type Draft } from '@portico/contracts/studio/draft';
import type { CheckRule } from '@portico/contracts/studio/studioChecks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../api/call.ts';
import { audienceCountQuery } from '../audience/audience.queries.ts';
import { useSeldom } from '../editor/useSeldom.ts';
import type { SessionState } from '../session/sessionState.ts';
import { studioKey } from '../studio.queries.ts';

const ASK_AGAIN_MS = 5000;

export const checkRulesQuery = () =>
  queryOptions({
    queryKey: [...studioKey, 'checkRules'],
    queryFn: ({ signal }) => call(listCheckRules, {}, { signal }),
    staleTime: 60_000,
  });

export const saveRules = (items: CheckRule[]) => call(saveCheckRules, { body: { items } });

/** Links that lead nowhere, as far as the server knows; it goes on looking while someone writes. */
const deadLinksQuery = (hrefs: string[]) =>
  queryOptions({
    queryKey: [...studioKey, 'deadLinks', hrefs],
    queryFn: ({ signal }) => call(checkLinks, { body: { hrefs } }, { signal }),
    enabled: hrefs.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.isPending ? ASK_AGAIN_MS : false),
  });

const nobody: Check = { code: 'Nobody', blocks: true, key: fieldKey('audience'), words: 'audience' };

/** Blocks an audience that includes no one, which only the server can tell. */
function useAudienceCheck({ fields: { audience, audienceRule } }: Draft): Check[] {
  const isNarrowed = !isForEveryone({ audience, audienceRule });
  const { data } = useQuery({ ...audienceCountQuery({ audience, audienceRule }), enabled: isNarrowed });
  return isNarrowed && data?.reached === 0 ? [nobody] : [];
}

/** What is to be put right in an item, by the administrator's rules. It follows what is typed a moment later. */
export function useChecks({ item, view }: SessionState): Check[] {
  const draft = useSeldom(view);
  const links = useMemo(() => linksOfDraft(draft).sort().slice(0, MAX_CHECKED_LINKS), [draft]);
  const { data: rules } = useQuery({ ...checkRulesQuery(), throwOnError: false });
  const { data: found } = useQuery({ ...deadLinksQuery(links), throwOnError: false });
  const audienceChecks = useAudienceCheck(draft);
  const checks = useMemo(
    () =>
      checkDraft(item.kind, draft, {
        levels: Object.fromEntries((rules?.items ?? []).map(({ check, level }) => [check, level])),
        deadLinks: new Set((found?.dead ?? []).map(({ href }) => href)),
      }),
    [item.kind, draft, rules, found],
  );
  return [...audienceChecks, ...checks];
}
