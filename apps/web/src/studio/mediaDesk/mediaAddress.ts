import { MediaGap, MediaKind, MediaSort } from '@portico/contracts/studio/media';
import { stringifySearch, valuesOf } from '../../routing/searchParams.ts';
import type { MediaQuery } from './mediaDesk.queries.ts';

export const MEDIA_PATH = '/studio/media';

const isOneOf = <Value extends string>(entries: Record<string, Value>, value: string | undefined): value is Value =>
  value !== undefined && value in entries;

/** The filters, order and page that an address names; anything else in it is left out. */
export function readMediaQuery(search: Record<string, unknown>): MediaQuery {
  const [text, kind, only, label, sort, after] = ['text', 'kind', 'only', 'label', 'sort', 'after'].map(
    (name) => valuesOf(search, name)[0],
  );
  return {
    ...(text ? { text } : {}),
    ...(isOneOf(MediaKind.def.entries, kind) ? { kind } : {}),
    ...(isOneOf(MediaGap.def.entries, only) ? { only } : {}),
    ...(label ? { label } : {}),
    ...(isOneOf(MediaSort.def.entries, sort) && sort !== 'Newest' ? { sort } : {}),
    ...(after ? { after } : {}),
  };
}

/** The address of the library, without the page unless `change` has one. */
export const mediaHref = (
  query: MediaQuery,
  change: Partial<MediaQuery> & { media?: string; with?: string } = {},
): string => `${MEDIA_PATH}${stringifySearch({ ...query, after: undefined, ...change })}`;
