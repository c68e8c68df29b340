import {
  getEditedMenu,
  getMenuVersion,
  listMenuVersions,
  previewMenu,
  type MenuTree,
} from '@portico/contracts/studio/menuDesk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { query } from '../../api/query.ts';

export const editedMenuQuery = () => queryOptions({ ...query(getEditedMenu, {}), staleTime: 0 });

/** Which entries of a menu a person would be shown. The previous answer stays until the new one has loaded. */
export const menuPreviewQuery = (menu: MenuTree, personId: string) =>
  queryOptions({
    ...query(previewMenu, { body: { menu, personId } }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** The versions, newest first, page by page. */
export const menuVersionsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...query(listMenuVersions, { query: {} }).queryKey, 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(listMenuVersions, { query: pageParam === null ? {} : { before: `${pageParam}` } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? (items.at(-1)?.version ?? null) : null),
    staleTime: 0,
    throwOnError: false,
  });

export const readMenuVersion = (version: number) => call(getMenuVersion, { params: { version: `${version}` } });
