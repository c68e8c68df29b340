import type { AudienceRule } from '@portico/kinds/audience';
import { useQuery } from '@tanstack/react-query';
import { namedPeopleQuery } from './audience.queries.ts';

/** Names of the people listed in a rule, by id. */
export function usePeopleNames({ include, exclude }: AudienceRule): Map<string, string> {
  const ids = [...(include.person ?? []), ...(exclude.person ?? [])];
  const { data } = useQuery(namedPeopleQuery([...new Set(ids)].sort()));
  return new Map((data?.items ?? []).map(({ id, name }) => [id, name]));
}
